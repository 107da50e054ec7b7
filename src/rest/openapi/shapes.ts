import { bodyOf, type JsonSchema, notNull } from './json-schema.ts';

type Properties = Record<string, JsonSchema>;

/** An object in which all properties are required. */
export const object = (properties: Properties): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** The properties of an object or of a list's items, even if it may be null. */
export function propertiesOf(schema: JsonSchema): Properties {
  const { items, properties } = bodyOf(notNull(schema));
  return items ? propertiesOf(items as JsonSchema) : ((properties ?? {}) as Properties);
}

/** The schema of the JSON in a request or response, if it has any. */
export const jsonOf = ({ content }: JsonSchema): JsonSchema | undefined =>
  (content as { 'application/json'?: { schema: JsonSchema } } | undefined)?.['application/json']?.schema;

export function propertyOf(schema: JsonSchema, name: string): JsonSchema {
  const property = propertiesOf(schema)[name];
  if (!property) throw new Error(`There is no property ${name} to describe.`);
  return property;
}

/** The properties with these names, and the others. */
export function split<Name extends string>(
  schema: JsonSchema,
  ...names: Name[]
): [Record<Name, JsonSchema>, Properties] {
  const others = { ...propertiesOf(schema) };
  const taken = names.map((name) => [name, propertyOf(schema, name)]);
  for (const name of names) delete others[name];
  return [Object.fromEntries(taken), others];
}

/** Adds details that GraphQL types cannot express: keywords, including those of nested schemas. */
export function refined(schema: JsonSchema, more: JsonSchema): JsonSchema {
  const body = bodyOf(schema);
  const added = Object.entries(more).map(([key, value]) => [key, refinedValue(body[key], value)]);
  return { ...body, ...Object.fromEntries(added) };
}

const refinedValue = (value: unknown, more: unknown): unknown =>
  isObject(value) && isObject(more) ? refined(value, more) : more;

/** Whether a value is an object of JSON, and no list. */
export const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** For `refined`: an object with additional details on its properties. */
export const withDetails = (properties: Record<string, JsonSchema>): JsonSchema => ({ properties });

/** The object with these properties optional instead of nullable. */
export function absentForNull(schema: JsonSchema, ...names: string[]): JsonSchema {
  const [nullable, others] = split(schema, ...names);
  const present = names.map((name) => [name, notNull(nullable[name] as JsonSchema)]);
  const { properties, ...rest } = object(others);
  return { ...rest, properties: { ...(properties as Properties), ...Object.fromEntries(present) } };
}
