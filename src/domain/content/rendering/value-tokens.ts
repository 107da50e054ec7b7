import { TypeGuards, Value } from 'liquidjs';

/** A variable in a template, with its parts: words, numbers, texts, or other variables. */
export interface VariableToken {
  variable?: unknown;
  props: unknown[];
}

/** A value with its filters, of a tag or an output or in parentheses. */
interface Filtered {
  initial: { postfix: unknown[] };
  filters: readonly { name: string; args: readonly unknown[] }[];
}

/** Whether a filter provides a default for a missing value. */
export const hasDefault = ({ filters }: Pick<Filtered, 'filters'>): boolean =>
  filters.some(({ name }) => name === 'default');

/**
 * The variables that an argument of a tag or an output needs, including those in its filters. None with a default, and none
 * of a test (`a or b`).
 */
export function tokensOf(argument: unknown): VariableToken[] {
  if (argument instanceof Value) return ofFiltered(argument as unknown as Filtered);
  if (TypeGuards.isRangeToken(argument)) return [...tokensOf(argument.lhs), ...tokensOf(argument.rhs)];
  if (TypeGuards.isPropertyAccessToken(argument)) return [argument as unknown as VariableToken];
  const inner = argument as Partial<Filtered> | undefined;
  return inner?.initial && inner.filters ? ofFiltered(inner as Filtered) : [];
}

function ofFiltered(value: Filtered): VariableToken[] {
  const { postfix } = value.initial;
  if (hasDefault(value) || postfix.length > 1) return [];
  const given = value.filters.flatMap(({ args }) => args.map((arg) => (Array.isArray(arg) ? arg[1] : arg)));
  return [...postfix, ...given].flatMap(tokensOf);
}
