import type { TestApp } from './app.ts';

/** More subscribers than a call converts or strips of a field before it responds. */
export const MANY = 6_500;
/** How many of them have a score that is not a number. */
export const NOT_NUMBERS = MANY / 100;

/** Adds them to a list, with attributes `city` and `score`, in the order p1@many.test, p2@many.test, … of their ids. */
export async function addManySubscribers(api: TestApp, list: string): Promise<void> {
  for (const key of ['score', 'city']) await api.rest('POST', '/fields', { key, type: 'text' });
  await api.db.$executeRaw`
    with keys as (select n, 'p' || n || '@many.test' as email, person_key(${api.teamId}::int, 'p' || n || '@many.test') as key
                  from generate_series(1, ${MANY}::int) n),
    people as (insert into people (team_id, key, email) select ${api.teamId}::int, key, email from keys)
    insert into subscribers (team_id, id, list_id, person_key, email, status, attributes)
    select ${api.teamId}::int, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${list}::uuid, key, email, 'subscribed',
           jsonb_build_object('city', 'Porto', 'score', case when n % 100 = 0 then 'many' else (n % 100)::text end) from keys`;
  await api.db.$executeRaw`analyze subscribers`;
}

/** The stored types of the scores, with their counts. */
export async function countScoreTypes(api: TestApp): Promise<Record<string, number>> {
  const rows = await api.db.$queryRaw<{ type: string; count: number }[]>`
    select jsonb_typeof(attributes -> 'score') as type, count(*)::int as count from subscribers
    where team_id = ${api.teamId}::int and attributes ? 'score' group by 1`;
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}

/** A Citus worker qualifies column names with their tables. */
const WAITING = `select pid, xact_start from pg_stat_activity where datname = current_database()
  and wait_event_type = 'Lock' and query ~ 'shown_attributes\\((\\w+\\.)?attributes, (\\w+\\.)?removals'`;

/** The transactions of chunks that wait for a subscriber, if any. */
export async function waitingChunks(api: TestApp): Promise<object[] | undefined> {
  const waiting = process.env.CITUS_URL
    ? await api.db.$queryRaw<object[]>`
        select nodeport, result from run_command_on_workers(${`select string_agg(w::text, ';') from (${WAITING}) w`})
        where result <> ''`
    : await api.db.$queryRawUnsafe<object[]>(WAITING);
  return waiting.length > 0 ? waiting : undefined;
}
