import { run, type Sql, sql } from '../../database/connect.ts';
import type { Campaign } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { compile } from '../segments/compile.ts';
import type { Group, Rule } from '../segments/conditions.ts';
import { matching } from '../segments/counting.ts';
import { readSegmentContext } from '../segments/read-context.ts';

export type Audience = Pick<Campaign, 'listId' | 'segmentIds' | 'excludedSegmentIds'>;

/** Predicate over `s`, a subscriber: whether the campaign is sent to them, who may be suppressed by now. */
export async function readAudience(scope: Scope, audience: Audience): Promise<Sql> {
  const conditions = conditionsOf(audience);
  const context = await readSegmentContext(scope, [audience.listId], [conditions]);
  const chosen = matching(scope, audience.listId, conditions ? compile(conditions, context) : sql`true`);
  return sql`${chosen} and not exists (select from suppressions x
    where x.team_id = s.team_id and x.target in (s.email, split_part(s.email, '@', 2)))`;
}

/** Counts the people to whom a campaign would be sent now. */
export async function countAudience(scope: Scope, audience: Audience): Promise<number> {
  const [row] = await run<{ count: number }>(
    scope.db,
    sql`select count(*)::int as count from subscribers s where ${await readAudience(scope, audience)}`,
  );
  return row!.count;
}

/** The segments as conditions: in one of the segments, if there are any, and in none of the excluded ones. */
function conditionsOf({ segmentIds, excludedSegmentIds }: Audience): Group | undefined {
  const rule = (operator: string) => (value: string) => ({ type: 'segment', operator, value }) as unknown as Rule;
  const among: Group[] = segmentIds.length > 0 ? [{ operator: 'or', rules: segmentIds.map(rule('in')) }] : [];
  const parts = [...among, ...excludedSegmentIds.map(rule('not_in'))];
  return parts.length > 0 ? { operator: 'and', rules: parts } : undefined;
}
