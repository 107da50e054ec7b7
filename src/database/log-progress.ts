import pg from 'pg';
import type { Log } from '../log.ts';
import { shortClientOptions } from './client-options.ts';

const EVERY_MS = 30_000;

interface Progress {
  phase: string | null;
  percent: number | null;
  inTheWay: string | null;
}

/**
 * Logs the progress of another session's statement (`pid`) and the transaction it waits for, twice a minute until the returned
 * function is called. An index build waits for all older transactions.
 */
export function logProgress(url: string, pid: number, log: Log, what: string, everyMs = EVERY_MS): () => void {
  const timer = setInterval(() => {
    readProgress(url, pid).then(
      ({ phase, percent, inTheWay }) =>
        log.info({ what, ...(phase && { phase, percent }), ...(inTheWay && { inTheWay }) }, 'a migration is at work'),
      () => {}, // the migration itself reports a database outage
    );
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function readProgress(url: string, pid: number): Promise<Progress> {
  const client = new pg.Client(shortClientOptions(url));
  client.on('error', () => {}); // its statement fails
  await client.connect();
  try {
    const { rows } = await client.query<Progress>(
      `select max(p.phase) as phase, (100 * max(p.blocks_done) / nullif(max(p.blocks_total), 0))::int as percent,
         (select format('a transaction of "%s" (process %s, for %s s)', a.application_name, a.pid,
            extract(epoch from clock_timestamp() - a.xact_start)::int)
          from pg_stat_activity a where a.pid = any(pg_blocking_pids($1)) and a.pid <> pg_backend_pid()
          order by a.xact_start limit 1) as "inTheWay"
       from pg_stat_progress_create_index p where p.pid = $1`,
      [pid],
    );
    return rows[0] as Progress;
  } finally {
    await client.end().catch(() => {});
  }
}
