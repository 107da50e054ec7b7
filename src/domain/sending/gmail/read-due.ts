import type { Vault } from '../../../crypto/vault.ts';
import { databaseNow } from '../../../database/clock.ts';
import { type Database, run, type Sql, sql } from '../../../database/connect.ts';
import { type Google, requestAccessToken } from './ask-google.ts';
import { nextReadAt } from './next-read.ts';
import { GmailProblem, type GmailProblemCode } from './problems.ts';
import { readDomain } from './read-domain.ts';
import { decryptSecrets } from './secrets.ts';

/** Longer than a round of domains takes. If a process is killed, another reads them after this time. */
const LEASE_SECONDS = 900;
/** Domains that are read in one round. */
const ROUND = 20;

/** Teams whose statistics are due. */
export const DUE_CONNECTIONS: Sql = sql`select from gmail_connections where next_read_at <= now()`;

interface Due {
  teamId: number;
  clientId: string;
  secrets: Uint8Array;
  failures: number;
  nextReadAt: Date;
}

/** The result of reading the domains of a team. */
export interface GmailRead {
  teamId: number;
  problem: GmailProblemCode | null;
}

/**
 * Reads the statistics of one team that is due. Safe to run in parallel: no team is read twice, and credentials that the team
 * changes meanwhile are read again. Undefined: no team is due.
 */
export async function readDueGmail(db: Database, means: Google & { vault: Vault }): Promise<GmailRead | undefined> {
  const due = await claim(db);
  if (!due) return undefined;
  const { teamId, clientId, failures } = due;
  let isLeft = false;
  let problem: GmailProblem | undefined;
  try {
    const token = await requestAccessToken(means, { clientId, ...decryptSecrets(means.vault, teamId, due.secrets) });
    const domains = await dueDomains(db, teamId);
    for (const domain of domains) await readDomain(db, means, token, domain);
    isLeft = domains.length === ROUND;
  } catch (error) {
    // A fault of ours is tried again like one of Google's.
    problem = error instanceof GmailProblem ? error : new GmailProblem('unavailable');
    if (!(error instanceof GmailProblem)) throw error;
  } finally {
    await finish(db, due, nextReadAt(databaseNow(db), { failures, isLeft, problem }), problem);
  }
  return { teamId, problem: problem?.code ?? null };
}

/** First looks for due teams without a lock: nearly always there are none. */
async function claim(db: Database): Promise<Due | undefined> {
  const found = await run<{ teamId: number }>(
    db,
    sql`select team_id as "teamId" from gmail_connections where next_read_at <= now() order by next_read_at limit 20`,
  );
  for (const { teamId } of found) {
    const [due] = await run<Due>(
      db,
      sql`update gmail_connections set next_read_at = now() + make_interval(secs => ${LEASE_SECONDS})
          where team_id = ${teamId}::int and next_read_at <= now()
          returning team_id as "teamId", client_id as "clientId", secrets, failures, next_read_at as "nextReadAt"`,
    );
    if (due) return due;
  }
  return undefined;
}

/** The verified domains that were not read in the last half day, and those with a problem a few minutes later. */
const dueDomains = (db: Database, teamId: number) =>
  run<{ teamId: number; id: string; domain: string; isKnown: boolean }>(
    db,
    sql`select d.team_id as "teamId", d.id::text, d.domain,
          exists (select from gmail_days s where s.team_id = ${teamId}::int and s.domain_id = d.id) as "isKnown"
        from sending_domains d left join gmail_domains g on g.team_id = d.team_id and g.domain_id = d.id
        where d.team_id = ${teamId}::int and d.verified_at is not null
          and (g.read_at is null or g.read_at < now() - interval '12 hours'
            or (g.problem is not null and g.read_at < now() - interval '5 minutes'))
        order by g.read_at nulls first, d.domain limit ${ROUND}`,
  );

/** Stores the result, unless the team has connected again meanwhile. */
function finish(db: Database, { teamId, failures, nextReadAt }: Due, next: Date, problem: GmailProblem | undefined) {
  const readAt = problem ? null : databaseNow(db);
  return run(
    db,
    sql`update gmail_connections set next_read_at = ${next}::timestamptz, problem = ${problem?.code ?? null}::text,
          failures = ${problem ? failures + 1 : 0}::int, read_at = coalesce(${readAt}::timestamptz, read_at)
        where team_id = ${teamId}::int and next_read_at = ${nextReadAt}::timestamptz returning team_id`,
  );
}
