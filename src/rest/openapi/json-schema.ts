import { isDeepStrictEqual } from 'node:util';
import { type GraphQLNamedType, isEnumType } from 'graphql';
import { wireValue } from '../wire.ts';

export type JsonSchema = Record<string, unknown>;

/** Marks a value that `nameScalars` names by its type, because others have the same schema. */
export const SCALAR = 'x-scalar';

const SCALARS: Record<string, JsonSchema> = {
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  ID: { type: 'string', format: 'uuid' },
  DateTime: { type: 'string', format: 'date-time' },
  // Addresses may have non-ASCII letters before the @; `email` would exclude them.
  EmailAddress: { type: 'string', format: 'idn-email' },
  SafeInt: { type: 'integer' },
  Date: { type: 'string' },
  DateOrDateTime: { type: 'string', [SCALAR]: 'DayOrTimestamp' },
  Duration: { type: 'string' },
  URL: { type: 'string' },
  CurrencyCode: { type: 'string' },
  DateTimeOrLocalDateTime: { type: 'string' },
  LocalDateTime: { type: 'string' },
  Locale: { type: 'string' },
  TimeOfDay: { type: 'string' },
  TimeZone: { type: 'string' },
  Money: { type: 'integer', [SCALAR]: 'Money' },
  JSONObject: { type: 'object', additionalProperties: true },
  JSON: {},
};

/** The schema of an enumeration, with its wire values, or of a scalar. */
export const leafSchema = (type: GraphQLNamedType): JsonSchema =>
  isEnumType(type) ? { type: 'string', enum: type.getValues().map(wireValue) } : (SCALARS[type.name] ?? {});

export const orNull = (schema: JsonSchema): JsonSchema => {
  if (Object.keys(schema).length === 0) return schema;
  if (typeof schema.type === 'string' && !schema.enum) return { ...schema, type: [schema.type, 'null'] };
  const { anyOf } = schema;
  return {
    anyOf: [...(Array.isArray(anyOf) && Object.keys(schema).length === 1 ? anyOf : [schema]), { type: 'null' }],
  };
};

/** Undoes `orNull`. */
export function notNull({ type, anyOf, ...rest }: JsonSchema): JsonSchema {
  if (Array.isArray(type)) return { type: type.find((name) => name !== 'null'), ...rest };
  if (Array.isArray(anyOf)) {
    const others = anyOf.filter((schema: JsonSchema) => schema.type !== 'null');
    return others.length === 1 ? { ...others[0], ...rest } : { ...rest, anyOf: others };
  }
  return { ...rest, ...(type !== undefined && { type }) };
}

/** Marks the schema of a deprecated field. */
export const deprecated = (
  { extensions }: { extensions: Readonly<Record<string, unknown>> },
  schema: JsonSchema,
): JsonSchema => (extensions.deprecation ? { ...schema, deprecated: true } : schema);

export const described = (schema: JsonSchema, description: string | null | undefined): JsonSchema =>
  description ? { ...schema, description } : schema;

/** The type of an object in the schema. Not printed. */
const TYPE = Symbol('type');

/** The type that an object shows, or a part of it. */
interface ShownType {
  name: string;
  description?: string | null | undefined;
}

/** Marks an object with its type, after which `nameObjects` calls it. */
export const ofType = (schema: JsonSchema, { name, description }: ShownType): JsonSchema => ({
  ...schema,
  [TYPE]: { name, description },
});

export const typeOf = (schema: object): ShownType | undefined => (schema as { [TYPE]?: ShownType })[TYPE];

/** The target of a reference. Not printed. */
const TARGET = Symbol('target');

/** A reference to a component, which `componentsIn` finds through `target`. */
export const reference = (name: string, target?: JsonSchema): JsonSchema => ({
  $ref: `#/components/schemas/${name}`,
  ...(target && { [TARGET]: target }),
});

const targetOf = (schema: object) => (schema as { [TARGET]?: JsonSchema })[TARGET];

/** A schema, or the target of a reference. */
export const bodyOf = (schema: JsonSchema): JsonSchema => targetOf(schema) ?? schema;

/** The components that a description refers to, by name. Throws if two different ones share a name. */
export function componentsIn(description: unknown, found: Record<string, JsonSchema> = {}): Record<string, JsonSchema> {
  if (typeof description !== 'object' || description === null) return found;
  const target = targetOf(description);
  if (target) {
    const name = (description as { $ref: string }).$ref.split('/').at(-1) as string;
    if (found[name] && !isDeepStrictEqual(found[name], target)) throw new Error(`There are two schemas named ${name}.`);
    found[name] = target;
    componentsIn(target, found);
  }
  for (const part of Object.values(description)) componentsIn(part, found);
  return found;
}
