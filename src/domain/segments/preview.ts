import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { readList } from '../audience/lists.ts';
import { withTemplateNames } from '../content/template-references.ts';
import { compile, compileRule } from './compile.ts';
import { rulesOf } from './conditions.ts';
import { countAll, matching } from './counting.ts';
import { readValidationContext } from './read-context.ts';
import { validateConditions } from './validate-conditions.ts';

export interface Preview {
  subscribersCount: number;
  rules: { path: string; subscribersCount: number }[];
}

/**
 * Counts the subscribers of a list that conditions match, and that each rule matches on its own. Saves nothing. Throws
 * NotFoundError for the list, ValidationError.
 */
export async function previewSegment(scope: Scope, listId: unknown, given: unknown): Promise<Preview> {
  const list = await readList(scope, listId);
  const conditions = await withTemplateNames(scope, given);
  const { templates, ...context } = await readValidationContext(scope, [list.id], [conditions]);
  const read = validateConditions(conditions, { ...context, templates });
  if ('issues' in read) throw new ValidationError(read.issues);
  const rules = rulesOf(read.group);
  const whole = compile(read.group, context);
  const parts = rules.length > 1 ? rules.map(({ rule }) => compileRule(rule, context)) : [];
  const [all, ...each] = await countAll(
    scope,
    [whole, ...parts].map((predicate) => matching(scope, list.id, predicate)),
  );
  return {
    subscribersCount: all as number,
    rules: rules.map(({ path }, index) => ({ path: path.join('.'), subscribersCount: (each[index] ?? all) as number })),
  };
}
