import { z } from 'zod';
import type { Sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Json } from '../../validation/json.ts';
import { validate } from '../../validation/validate.ts';
import type { Loose } from './conditions.ts';
import type { Form, Value } from './value.ts';

/** The value that an operator takes, and its predicate. `Subject`: what the predicate compares. */
export interface Operator<Subject> {
  schema: z.ZodType;
  /** The form of its value. Absent when it takes none. */
  form?: Form;
  sql(value: never, subject: Subject): Sql;
  /** What is wrong with a value beyond its form, such as an id of nothing. */
  check?: Check<Subject>;
}

export type Operators<Subject = never> = Readonly<Record<string, Operator<Subject>>>;

type Check<Subject> = (sent: unknown, subject: Subject) => Issue[];

/** The operators for one kind of subject. */
export interface Condition {
  /** Its name in typed interfaces. The same name means the same operators everywhere. */
  name: string;
  operators: Operators;
  /** Further operators by the type of what is asked about, where that is named by `key`. */
  byType?: {
    key: string;
    types: Readonly<Record<string, Operators>>;
    /** What the names of these types begin with in typed interfaces, where other conditions have other operators. */
    typed?: string;
  };
}

export const operator = <Schema extends z.ZodType, Subject>(
  { schema, form }: Value<Schema>,
  sql: (value: z.output<Schema>, subject: Subject) => Sql,
  check?: Check<Subject>,
): Operator<Subject> => ({ schema, form, sql, ...(check && { check }) });

const NOTHING = z
  .unknown()
  .refine((value) => value !== false, 'must be left out: false would not ask for the opposite.')
  .transform(() => undefined);

/** An operator that takes no value. A value that is sent is ignored, but for `false`, which may be meant as the opposite. */
export const bare = <Subject>(sql: (subject: Subject) => Sql): Operator<Subject> => ({
  schema: NOTHING,
  sql: (_, subject) => sql(subject),
});

/** The same operators on another subject, from which `part` takes theirs. */
export const about = <Subject, Part, Name extends string>(
  operators: Readonly<Record<Name, Operator<Part>>>,
  part: (subject: Subject) => Part,
) =>
  Object.fromEntries(
    Object.entries<Operator<Part>>(operators).map(([name, { sql, check, ...rest }]): [string, Operator<Subject>] => [
      name,
      {
        ...rest,
        sql: (read, subject) => sql(read, part(subject)),
        ...(check && { check: (sent, subject) => check(sent, part(subject)) }),
      },
    ]),
  ) as Record<Name, Operator<Subject>>;

export interface Read {
  operator: string;
  value: Json | undefined;
  sql: () => Sql;
}

/** Validates `operator` and `value` of a rule against the operators of its type. */
export function readOperator<Subject>(
  operators: Operators<Subject>,
  sent: Loose,
  subject: Subject,
): Read | { issues: Issue[] } {
  const { operator: name } = sent;
  if (typeof name !== 'string' || !Object.hasOwn(operators, name)) {
    const missing = name === undefined || name === null;
    const problem = missing ? 'is required.' : `must be one of ${Object.keys(operators).join(', ')}.`;
    return { issues: [{ path: ['operator'], problem }] };
  }
  const { schema, check, sql } = operators[name] as Operator<Subject>;
  const read = validate(schema, sent.value);
  const issues = [...(check?.(sent.value, subject) ?? []), ...('issues' in read ? read.issues : [])];
  if ('issues' in read || issues.length > 0) {
    return { issues: issues.map(({ path, problem }) => ({ path: ['value', ...path], problem })) };
  }
  return { operator: name, value: read.value as Json | undefined, sql: () => sql(read.value as never, subject) };
}
