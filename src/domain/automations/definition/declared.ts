import { z } from 'zod';
import { optionalText } from '../../../validation/text.ts';
import type { Form, Value } from '../../segments/value.ts';

// Each kind of step, trigger and exit declares its keys once: the rule that validates a key, and its form, from which
// GraphQL makes types and OpenAPI schemas.

export type Fields = Readonly<Record<string, Value>>;

/** The rules of the keys. */
export const rulesOf = <Some extends Fields>(fields: Some) =>
  Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema])) as {
    [Key in keyof Some]: Some[Key]['schema'];
  };

/** A key that may be absent or null. */
export const maybe = <Schema extends z.ZodType>({ schema, form }: Value<Schema>) => ({
  schema: schema.nullish(),
  form,
  optional: true as const,
});

/** A text that may be absent, null or blank. */
export const maybeText = <Schema extends z.ZodType>(
  rule: Schema,
  description: string,
  scalar: 'String' | 'EmailAddress' = 'String',
) => ({
  schema: optionalText(rule),
  form: { is: 'scalar', scalar, description } satisfies Form,
  optional: true as const,
});

/** A key whose value is read elsewhere. */
export const apart = (form: Form) => ({ schema: z.unknown(), form });

/** The same for a key that may be absent. */
export const maybeApart = (form: Form) => ({ ...apart(form), optional: true as const });
