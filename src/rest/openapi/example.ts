import { AFTER_TROUBLE, BY_NAME, LIKELY, USUALLY_SENT } from './example-values.ts';
import type { JsonSchema } from './json-schema.ts';

/** The id in examples. */
export const EXAMPLE_ID = '01a1fe1c-74fd-718b-9e41-478b8cb0f072';

const FORMATS: Record<string, unknown> = {
  uuid: EXAMPLE_ID,
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00.000Z',
  email: 'hello@shop.example',
  'idn-email': 'ada@example.com',
  uri: 'https://mail.shop.example/api/v1/lists?page=1',
};

/** Whether a schema takes a value, by its type and items. */
function takes(schema: JsonSchema, value: unknown): boolean {
  if (schema.format === 'date-time' && typeof value === 'string') return !Number.isNaN(Date.parse(value));
  const isOfForm = schema.enum || (typeof schema.format === 'string' && !schema.format.endsWith('email'));
  if (isOfForm) return value === null && nullable(schema);
  const types = [schema.type].flat();
  if (value === null) return nullable(schema);
  if (Array.isArray(value))
    return types.includes('array') && (value.length === 0 || takes((schema.items ?? {}) as JsonSchema, value[0]));
  if (typeof value === 'object') return types.includes('object') && schema.properties === undefined;
  return typeof value === 'number'
    ? types.includes('integer') || types.includes('number')
    : types.includes(typeof value as string);
}

const nullable = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type].flat().includes('null') || (anyOf as JsonSchema[]).some((one) => one.type === 'null');

/** The usual value of a field: of this one in its object, or of any with its name. */
function usualOf(schema: JsonSchema, name: string, parent: string): unknown {
  const values = [BY_NAME.get(`${parent}.${name}`), BY_NAME.get(name)].filter((value) => value !== undefined);
  return values.find((value) => takes(schema, value));
}

const DEEPEST = 12;

/**
 * An example value of a schema. A body that is sent has the required fields and those with usual names (`isSent`); a response has
 * all of them, with null where nothing is usual. `name` is the field that the schema describes, `parent` that of its object.
 */
export function exampleOf(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  { isSent = false, name = '', parent = '', depth = 0 } = {},
): unknown {
  const inside = (one: JsonSchema, key = name, within = parent) =>
    exampleOf(one, components, { isSent, name: key, parent: within, depth: depth + 1 });
  if (depth > DEEPEST) return null;
  if (typeof schema.$ref === 'string') return inside(components[schema.$ref.split('/').at(-1) as string] as JsonSchema);
  const usual = usualOf(schema, name, parent);
  if (usual !== undefined) return usual;
  if (!isSent && nullable(schema)) return null;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((part: JsonSchema) => inside(part)));
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  if (first) return inside(first);
  if (Array.isArray(schema.enum)) return schema.enum.find((one) => LIKELY.has(one)) ?? schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === 'array') return [inside(schema.items as JsonSchema, '', name)];
  if (type === 'object') {
    const required = (schema.required ?? []) as string[];
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    const shown = properties.filter(
      ([key]) => required.includes(key) || (isSent ? USUALLY_SENT.has(key) : !AFTER_TROUBLE.has(key)),
    );
    return Object.fromEntries(shown.map(([key, value]) => [key, inside(value, key, name || parent)]));
  }
  if (type === 'string' && typeof schema.format === 'string') return FORMATS[schema.format] ?? 'text';
  return { integer: schema.minimum ?? 1, number: 1, boolean: true, string: 'text' }[type as string] ?? null;
}
