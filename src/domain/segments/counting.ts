import { join, runOnce, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { compile } from './compile.ts';
import { readSegmentContext } from './read-context.ts';

/** Conditions on the subscribers of a list. */
export interface Asked {
  listId: string;
  conditions: unknown;
}

/** Far below the 65,535 values that a statement may have. */
const MAX_VALUES = 10_000;

/** Counts exactly how many subscribers each segment matches now. One statement for a page of segments. */
export async function countMatching(scope: Scope, segments: readonly Asked[]): Promise<number[]> {
  const lists = [...new Set(segments.map(({ listId }) => listId))];
  const conditions = segments.map(({ conditions }) => conditions);
  const context = await readSegmentContext(scope, lists, conditions);
  return countAll(
    scope,
    segments.map(({ listId, conditions }) => matching(scope, listId, compile(conditions, context))),
  );
}

/** A segment matches only subscribers of its list with the status `subscribed`. */
export const matching = (scope: Scope, listId: string, predicate: Sql): Sql =>
  sql`s.team_id = ${scope.team.id} and s.list_id = ${listId}::uuid and s.status = 'subscribed' and ${predicate}`;

/** Counts the subscribers that each predicate matches, in as few statements as the number of values allows. */
export async function countAll(scope: Scope, predicates: readonly Sql[]): Promise<number[]> {
  const counts: number[] = [];
  for (const some of portions(predicates)) {
    const branches = some.map(
      (predicate, index) =>
        sql`select ${index}::int as index, count(*)::int as count from subscribers s where ${predicate}`,
    );
    const rows = await runOnce<{ index: number; count: number }>(scope.db, join(branches, ' union all '));
    counts.push(...rows.sort((a, b) => a.index - b.index).map(({ count }) => count));
  }
  return counts;
}

/** Divides predicates into portions whose values fit into one statement. */
export function portions(predicates: readonly Sql[]): Sql[][] {
  const result: Sql[][] = [];
  let values = Number.POSITIVE_INFINITY;
  for (const predicate of predicates) {
    values += predicate.values.length;
    if (values > MAX_VALUES) {
      result.push([]);
      values = predicate.values.length;
    }
    result.at(-1)?.push(predicate);
  }
  return result;
}
