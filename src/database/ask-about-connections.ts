import pg from 'pg';
import { clientOptions } from './client-options.ts';
import { applicationNameOf, endOrCut } from './cut.ts';

const CONNECT_MS = 4_000;
const QUERY_MS = 2_000;

/** The state of connections according to the database. */
export type AboutConnections =
  /** `working`: the names of the connections whose statements it is executing. */
  | { kind: 'known'; working: ReadonlySet<string> }
  /** It did not answer. */
  | { kind: 'unreachable' }
  /** It answers, but does not know the connections. */
  | { kind: 'unknown' };

/** Network errors that mean nothing answers at the address. */
const NOBODY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/;

/**
 * Asks the database at `url`, over a new connection and for at most six seconds, which of the connections in `names` it is
 * working on, and ends those in `toEnd`. A connection that waits for the program, not for the database, does not count.
 */
export async function askAboutConnections(
  url: string,
  names: readonly string[],
  toEnd: readonly string[],
): Promise<AboutConnections> {
  const options = { ...clientOptions(url), connectionTimeoutMillis: CONNECT_MS, query_timeout: QUERY_MS };
  const client = new pg.Client(options);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; works: boolean | null }>(
      `select application_name as name, state = 'active' and wait_event_type is distinct from 'Client' as works,
         case when application_name = any($2::text[]) then pg_terminate_backend(pid) end
       from pg_stat_activity where application_name = any($1::text[]) or application_name = any($2::text[])
         or application_name = $3`,
      [names, toEnd, applicationNameOf(client)],
    );
    // It does not even list this connection as working: a pooler renames connections, or track_activities is off.
    if (!rows.some(({ name, works }) => works && name === applicationNameOf(client))) return { kind: 'unknown' };
    return { kind: 'known', working: new Set(rows.flatMap(({ name, works }) => (works ? [name] : []))) };
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    const isNobody = NOBODY.test(code) || (!(error instanceof pg.DatabaseError) && /timeout/i.test(message));
    return { kind: isNobody ? 'unreachable' : 'unknown' };
  } finally {
    void endOrCut(client);
  }
}
