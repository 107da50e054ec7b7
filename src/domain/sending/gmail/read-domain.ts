import { databaseNow, daysAgo } from '../../../database/clock.ts';
import { type Database, inTransaction, run, sql } from '../../../database/connect.ts';
import type { Google } from './ask-google.ts';
import { GmailProblem, type GmailProblemCode } from './problems.ts';
import { type GmailRequirement, readRequirements } from './requirements.ts';
import { type GmailStatistics, readStatistics } from './statistics.ts';

/** How many days Google keeps: for a domain without statistics here. */
const ALL_DAYS = 120;
/** Google publishes a day late, and corrects days afterwards. */
const LATEST_DAYS = 10;

interface Domain {
  teamId: number;
  id: string;
  domain: string;
  /** Whether statistics are stored. */
  isKnown: boolean;
}

/** Reads and stores Google's figures about a domain. Throws GmailProblem if the fault concerns other domains too. */
export async function readDomain(db: Database, google: Google, token: string, given: Domain): Promise<void> {
  const { domain, isKnown } = given;
  const first = daysAgo(db, isKnown ? LATEST_DAYS : ALL_DAYS);
  try {
    const days = await readStatistics(google, token, { domain, first, last: daysAgo(db, 1) });
    const requirements = await readRequirements(google, token, domain);
    await store(db, given, { problem: null, requirements, days });
  } catch (error) {
    if (!(error instanceof GmailProblem && error.code === 'not_verified')) throw error;
    await store(db, given, { problem: error.code, requirements: [], days: [] });
  }
}

interface Result {
  problem: GmailProblemCode | null;
  requirements: readonly GmailRequirement[];
  days: readonly GmailStatistics[];
}

/** Stores nothing if the team has disconnected or deleted the domain meanwhile. */
const store = (db: Database, { teamId, id }: Domain, { problem, requirements, days }: Result) =>
  inTransaction(db, async (db) => {
    const known = await run(
      db,
      sql`select from gmail_connections c join sending_domains d on d.team_id = c.team_id
          where c.team_id = ${teamId}::int and d.team_id = ${teamId}::int and d.id = ${id}::uuid for key share`,
    );
    if (known.length === 0) return;
    await run(
      db,
      sql`insert into gmail_domains (team_id, domain_id, problem, requirements, read_at)
          values (${teamId}::int, ${id}::uuid, ${problem}::text, ${JSON.stringify(requirements)}::jsonb, ${databaseNow(db)}::timestamptz)
          on conflict (team_id, domain_id) do update
            set problem = excluded.problem, requirements = excluded.requirements, read_at = excluded.read_at
          returning domain_id::text`,
    );
    await run(
      db,
      sql`insert into gmail_days (team_id, domain_id, day, spam_rate, spf_rate, dkim_rate, dmarc_rate, error_rate, errors)
          select ${teamId}::int, ${id}::uuid, g.day, g."spamRate", g."spfRate", g."dkimRate", g."dmarcRate", g."errorRate", g.errors
          from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as g(day date, "spamRate" float8, "spfRate" float8,
            "dkimRate" float8, "dmarcRate" float8, "errorRate" float8, errors jsonb)
          on conflict (team_id, domain_id, day) do update
            set spam_rate = excluded.spam_rate, spf_rate = excluded.spf_rate, dkim_rate = excluded.dkim_rate,
              dmarc_rate = excluded.dmarc_rate, error_rate = excluded.error_rate, errors = excluded.errors
          returning domain_id::text`,
    );
  });
