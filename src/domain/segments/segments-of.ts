import { join, runOnce, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { compile } from './compile.ts';
import { matching, portions } from './counting.ts';
import { readSegmentContext } from './read-context.ts';
import type { Segment } from './segments.ts';

/** Returns the segments that match each subscriber, newest first. A few statements for any number of subscribers. */
export async function readSegmentsOf(scope: Scope, subscriberIds: readonly string[]): Promise<Map<string, Segment[]>> {
  const segments = await scope.db.segment.findMany({
    where: { teamId: scope.team.id, list: { subscribers: { some: { id: { in: [...subscriberIds] } } } } },
    orderBy: { id: 'desc' },
  });
  const lists = [...new Set(segments.map(({ listId }) => listId))];
  const context = await readSegmentContext(
    scope,
    lists,
    segments.map(({ conditions }) => conditions),
  );
  const branches = segments.map(
    ({ listId, conditions }, index) => sql`select ${index}::int as index, s.id from subscribers s
      where ${matching(scope, listId, compile(conditions, context))} and s.id = any(${[...subscriberIds]}::uuid[])`,
  );
  const result = new Map<string, Segment[]>(subscriberIds.map((id) => [id, []]));
  for (const some of portions(branches)) {
    const rows = await runOnce<{ index: number; id: string }>(scope.db, join(some, ' union all '));
    for (const { index, id } of rows.sort((a, b) => a.index - b.index)) {
      result.get(id)?.push(segments[index] as Segment);
    }
  }
  return result;
}
