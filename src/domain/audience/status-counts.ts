import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { SUBSCRIBER_STATUSES } from './subscribers.ts';

/** The number of a list's subscribers by status, and in total. */
export type StatusCounts = Record<(typeof SUBSCRIBER_STATUSES)[number] | 'total', number>;

/** The counts of each list, in one statement that reads only an index. */
export async function countByStatus(scope: Scope, listIds: readonly string[]): Promise<Map<string, StatusCounts>> {
  const rows = await run<{ id: string; status: keyof StatusCounts; count: number }>(
    scope.db,
    sql`select list_id as id, status::text, count(*)::int as count from subscribers
        where team_id = ${scope.team.id} and list_id = any(${[...listIds]}::uuid[])
        group by list_id, status`,
  );
  const counts = new Map(listIds.map((id) => [id, nobody()]));
  for (const { id, status, count } of rows) {
    const ofList = counts.get(id);
    if (!ofList) continue;
    ofList[status] = count;
    ofList.total += count;
  }
  return counts;
}

const nobody = (): StatusCounts =>
  Object.fromEntries([...SUBSCRIBER_STATUSES, 'total'].map((status) => [status, 0])) as StatusCounts;
