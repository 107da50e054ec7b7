import { join, runOnce, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { compile, compileRule } from './compile.ts';
import { rulesOf } from './conditions.ts';
import { readSegmentContext } from './read-context.ts';
import { forNegation } from './segment-context.ts';
import { readSegment } from './segments.ts';

export interface Explanation {
  /** Whether the segment matches: the conditions do, and the person is subscribed. */
  matches: boolean;
  rules: { path: string; matches: boolean }[];
}

/** Returns which rules of a segment match a subscriber of its list. Throws NotFoundError for either, ValidationError. */
export async function explainSegment(scope: Scope, id: unknown, subscriberId: unknown): Promise<Explanation> {
  const segment = await readSegment(scope, id);
  if (subscriberId == null) throw new ValidationError([{ path: ['subscriberId'], problem: 'is required.' }]);
  const context = forNegation(await readSegmentContext(scope, [segment.listId], [segment.conditions]));
  const rules = rulesOf(segment.conditions);
  const predicates = rules.map(({ rule }) => compileRule(rule, context));
  const [row] = await runOnce<{ matches: boolean; rules: boolean[] }>(
    scope.db,
    sql`select s.status = 'subscribed' and ${compile(segment.conditions, context)} as matches,
               array[${join(predicates)}]::boolean[] as rules
        from subscribers s
        where s.team_id = ${scope.team.id} and s.id = ${idOf(subscriberId)}::uuid and s.list_id = ${segment.listId}::uuid`,
  );
  const { matches, rules: held } = found(row);
  return {
    matches,
    rules: rules.map(({ path }, index) => ({ path: path.join('.'), matches: held[index] as boolean })),
  };
}
