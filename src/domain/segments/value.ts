import { z } from 'zod';
import type { Json } from '../../validation/json.ts';
import { withKnownKeys } from '../../validation/known-keys.ts';
import { listOf, otherwise, record as recordOf } from '../../validation/text.ts';
import type { Condition } from './operator.ts';

/** The form of a value, from which typed interfaces make their types. */
export type Form =
  | {
      is: 'scalar';
      scalar:
        | 'String'
        | 'Int'
        | 'Float'
        | 'SafeInt'
        | 'Money'
        | 'ID'
        | 'Boolean'
        | 'JSON'
        | 'Duration'
        | 'URL'
        | 'DateOrDateTime'
        | 'CurrencyCode'
        | 'EmailAddress'
        | 'Locale'
        | 'TimeOfDay';
      description?: string;
    }
  /** `bounds`: how many items, if the rule of the list does not say so. */
  | { is: 'list'; of: Form; description?: string; bounds?: { minItems: number; maxItems: number } }
  /** One of a few words; typed interfaces have an enumeration of this name. */
  | { is: 'choice'; name: 'MachineOpens' | 'ReEntry' | 'RefusalCause' | 'Weekday'; description?: string }
  /** In JSON an array of two: lower and upper bound. */
  | { is: 'range'; name: string; of: Form }
  /**
   * `short`: if only this key is given, its value may replace the whole record. `isNamed`: typed interfaces use exactly
   * this name; that of a part of a condition gets an ending.
   */
  | {
      is: 'record';
      name: string;
      fields: Readonly<Record<string, Value>>;
      short?: string;
      isNamed?: true;
      description?: string;
    }
  /** One of several kinds of value. Null in JSON is a kind with a name, because typed interfaces drop nulls. */
  | { is: 'either'; name: string; kinds: Readonly<Record<string, Form | null>>; description?: string }
  /** A group of conditions. */
  | { is: 'conditions'; description?: string }
  /** The steps of a branch. Typed interfaces have one list of all steps. */
  | { is: 'steps'; description?: string }
  /** In JSON an object with this key only; elsewhere its value. */
  | { is: 'wrapped'; key: string; of: Form; keyDescription: string }
  | { is: 'condition'; condition: Condition };

/** The value of an operator, or a part of it: how to read it, and its form. */
export interface Value<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  form: Form;
  optional?: true;
  /** The meaning of an absent value. Typed interfaces show it, and their JSON leaves it out. */
  byDefault?: Json;
}

type Scalar = Extract<Form, { is: 'scalar' }>['scalar'];
type Fields = Readonly<Record<string, Value>>;
type Shape<Some extends Fields> = { [Key in keyof Some]: Some[Key]['schema'] };

export const scalar = <Schema extends z.ZodType>(
  scalar: Scalar,
  schema: Schema,
  description?: string,
): Value<Schema> => ({ schema, form: { is: 'scalar', scalar, ...(description && { description }) } });

export const listed = <Schema extends z.ZodType>({ schema, form }: Value<Schema>, min: number, max: number) => ({
  schema: listOf(schema, min, max),
  form: { is: 'list' as const, of: form },
});

/** The same list with a description. */
export const described = <Schema extends z.ZodType>(
  description: string,
  { schema, form }: { schema: Schema; form: Extract<Form, { is: 'list' }> },
) => ({ schema, form: { ...form, description } });

export const optional = <Schema extends z.ZodType>({ schema, form }: Value<Schema>) => ({
  schema: schema.optional(),
  form,
  optional: true as const,
});

/** The same value with the meaning of its absence. */
export const byDefault = <Some extends Value>(byDefault: Json, value: Some) => ({ ...value, byDefault });

/** An object with these fields and no other keys. */
export const record = <Some extends Fields>(name: string, fields: Some) => ({
  schema: withKnownKeys(
    recordOf(
      Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema])) as Shape<Some>,
      `must be an object with ${Object.keys(fields).join(', ')}.`,
    ),
    Object.keys(fields),
    'this value',
  ),
  form: { is: 'record' as const, name, fields },
});

/** Lower and upper bound, both inclusive. */
export const range = <Schema extends z.ZodType>(
  name: string,
  { schema, form }: Value<Schema>,
  inOrder: (from: z.output<Schema>, to: z.output<Schema>) => boolean,
) => ({
  schema: z
    .array(schema, { error: otherwise('must be an array.') })
    .length(2, 'must have exactly 2 items.')
    .refine(
      (bounds) => bounds.length !== 2 || inOrder(bounds[0] as z.output<Schema>, bounds[1] as z.output<Schema>),
      'must start with the lower bound.',
    ),
  form: { is: 'range' as const, name, of: form },
});
