import { type Database, run, type Sql, sql } from '../../../database/connect.ts';

/** Due runs of one version of an automation. */
export interface DueRuns {
  teamId: number;
  automationId: string;
  name: string;
  listId: string | null;
  status: string;
  version: number;
  ids: string[];
}

const IS_DUE = sql`r.state = 'active' and not r.parked and r.due_at <= now()`;

export const DUE_RUNS: Sql = sql`select from automation_runs r where ${IS_DUE}`;

const LOOKED_AT = 20_000;
/**
 * The most runs in one transaction: efficient, and short enough that others do not wait long for their rows or this
 * process.
 */
const TOGETHER = 500;

/**
 * Finds due runs, oldest first, in sets that can advance together. The sets are shuffled so that parallel workers start
 * with different ones. Locks nothing.
 */
export async function findDueRuns(db: Database): Promise<DueRuns[]> {
  const found = await run<DueRuns>(
    db,
    sql`select due.team_id as "teamId", due.automation_id::text as "automationId", a.name, a.list_id::text as "listId",
               a.status::text as status, due.version, due.ids
        from (
          select team_id, automation_id, version, array_agg(id::text order by due_at, id) as ids
          from (
            select r.team_id, r.automation_id, r.version, r.id, r.due_at from automation_runs r
            where ${IS_DUE} order by r.due_at limit ${LOOKED_AT}
          ) first_ones group by team_id, automation_id, version
        ) due
        join automations a on a.team_id = due.team_id and a.id = due.automation_id
        join teams t on t.id = a.team_id and t.status = 'active'`,
  );
  return shuffled(found.flatMap(portionsOf));
}

const portionsOf = ({ ids, ...runs }: DueRuns): DueRuns[] =>
  Array.from({ length: Math.ceil(ids.length / TOGETHER) }, (_, n) => ({
    ...runs,
    ids: ids.slice(n * TOGETHER, (n + 1) * TOGETHER),
  }));

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
