import { z } from 'zod';
import type { Sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Json } from '../../validation/json.ts';
import { validate } from '../../validation/validate.ts';
import type { Loose } from './conditions.ts';

/** What an operator takes as its value, and the predicate that it stands for (see `compile`). */
export interface Operator {
  value: z.ZodType;
  sql(value: never): Sql;
}

export type Operators = Readonly<Record<string, Operator>>;

export const operator = <Value>(value: z.ZodType<Value>, sql: (value: Value) => Sql): Operator => ({ value, sql });

/** An operator that takes no value; one that is sent is let go by. */
export const bare = (sql: () => Sql): Operator => ({ value: z.unknown().transform(() => undefined), sql });

/** Reads `operator` and `value` of what was sent, against the operators there are. */
export function readOperator(
  operators: Operators,
  sent: Loose,
): { operator: string; value: Json | undefined; sql: () => Sql } | { issues: Issue[] } {
  const { operator: name } = sent;
  if (typeof name !== 'string' || !Object.hasOwn(operators, name)) {
    const missing = name === undefined || name === null;
    const problem = missing ? 'is required.' : `must be one of ${Object.keys(operators).join(', ')}.`;
    return { issues: [{ path: ['operator'], problem }] };
  }
  const chosen = operators[name] as Operator;
  const read = validate(chosen.value, sent.value);
  if ('issues' in read) {
    return { issues: read.issues.map(({ path, problem }) => ({ path: ['value', ...path], problem })) };
  }
  return { operator: name, value: read.value as Json | undefined, sql: () => chosen.sql(read.value as never) };
}
