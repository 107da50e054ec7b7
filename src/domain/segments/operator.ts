import { z } from 'zod';
import type { Sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Json } from '../../validation/json.ts';
import { validate } from '../../validation/validate.ts';
import type { Loose } from './conditions.ts';
import type { Form, Value } from './value.ts';

/** The value of an operator, and its predicate. `Subject`: the compared data. */
export interface Operator<Subject> {
  schema: z.ZodType;
  /** The form of its value. Absent if it has none. */
  form?: Form;
  sql(value: never, subject: Subject): Sql;
  /** Checks a value beyond its form, such as whether an id exists. */
  check?: Check<Subject>;
}

export type Operators<Subject = never> = Readonly<Record<string, Operator<Subject>>>;

/** Operators as typed interfaces need them. */
export type Declared = Readonly<Record<string, Pick<Operator<never>, 'schema' | 'form'>>>;

type Check<Subject> = (sent: unknown, subject: Subject) => Issue[];

/** The operators for one kind of subject. */
export interface Condition {
  /** Its name in typed interfaces. The same name means the same operators everywhere. */
  name: string;
  operators: Operators;
  /** Further operators by the type of the subject, which `key` names. */
  byType?: {
    key: string;
    types: Readonly<Record<string, Declared>>;
    /** Descriptions of types that need one. */
    descriptions?: Readonly<Record<string, string>>;
    /** The name prefix of these types in typed interfaces, if other conditions have other operators. */
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
  .refine((value) => value !== false, 'must be left out. false does not select the opposite.')
  .transform(() => undefined);

/** An operator without a value. It ignores a given value, except `false`, which may mean the opposite. */
export const bare = <Subject>(sql: (subject: Subject) => Sql): Operator<Subject> => ({
  schema: NOTHING,
  sql: (_, subject) => sql(subject),
});

/** The same operators on another subject; `part` extracts theirs from it. */
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
