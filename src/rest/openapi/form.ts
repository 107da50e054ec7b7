import { type JsonSchema, notNull, SCALAR } from './json-schema.ts';

/** What the domain takes, by the names of the schema. Undefined where nobody knows. */
export type Form = JsonSchema | undefined;

/** The form that an input type or a field has by the domain's rules (src/schema/forms). */
export const formIn = ({ extensions }: { extensions: object }): Form =>
  (extensions as { form?: () => JsonSchema }).form?.();

/** The forms that a value may have: those of `anyOf`, and one for each type. */
function alternativesOf({ anyOf, oneOf, type, ...form }: JsonSchema): JsonSchema[] {
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices) return choices.flatMap(alternativesOf);
  return type === undefined ? [form] : [type].flat().map((one) => ({ ...form, type: one }));
}

const isDay = ({ format }: JsonSchema): boolean => format === 'date';

const isNull = ({ type }: JsonSchema): boolean => type === 'null';

/** Whether a value may be null; true where nobody knows. */
export function takesNull(form: Form): boolean {
  if (!form) return true;
  const all = alternativesOf(form);
  return all.some((one) => isNull(one) || Object.keys(one).length === 0);
}

/** Whether a value may be a text, such as several addresses with commas. */
export const takesText = (form: Form): boolean =>
  form !== undefined && alternativesOf(form).some(({ type }) => type === 'string');

/** The form of a field. */
export function fieldForm(form: Form, name: string): Form {
  if (!form) return undefined;
  const fields = alternativesOf(form).map(({ properties }) => (properties as Record<string, JsonSchema>)?.[name]);
  return fields.find((field) => field !== undefined);
}

/** The form of a list's items. */
export const itemForm = (form: Form): Form => form && (alternativesOf(form).find(({ items }) => items)?.items as Form);

/** Whether an object must have a field; undefined where nobody knows. */
export function requires(form: Form, name: string): boolean | undefined {
  if (!fieldForm(form, name)) return undefined;
  return alternativesOf(form!).some(({ required }) => (required as string[] | undefined)?.includes(name));
}

const KEYWORDS = [
  ...['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'enum'],
  ...['minimum', 'maximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'propertyNames', 'additionalProperties'],
];

/** Bounds of every integer in Zod, and of every list. */
const saysNothing = (key: string, value: unknown): boolean =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) || (key === 'minItems' && value === 0);

/** Adds the keywords of the form to a schema that is not null. Enumerations and references keep their own. */
export function shaped(schema: JsonSchema, form: Form): JsonSchema {
  if (!form || schema.enum || schema.$ref) return schema;
  const all = alternativesOf(form).filter((one) => !isNull(one));
  const ofType = all.filter(({ type }) => type === notNull(schema).type);
  if (ofType.length > 1)
    return { ...schema, format: undefined, ...(ofType.some(isDay) && { [SCALAR]: 'DayOrTimestamp' }) };
  const fitting = ofType[0] ?? (all.length === 1 ? all[0] : undefined);
  if (!fitting) return schema;
  const known = KEYWORDS.filter((key) => fitting[key] !== undefined && !saysNothing(key, fitting[key]));
  return { ...schema, ...Object.fromEntries(known.map((key) => [key, fitting[key]])) };
}
