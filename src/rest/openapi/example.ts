import type { JsonSchema } from './json-schema.ts';

/** The id in examples. */
export const EXAMPLE_ID = '01a1fe1c-74fd-718b-9e41-478b8cb0f072';

/** Examples of fields by name. A field takes one of its own type. */
const BY_NAME: Record<string, readonly unknown[]> = {
  email: ['ada@example.com'],
  to: [['ada@example.com']],
  from: ['hello@shop.example'],
  from_email: ['hello@shop.example'],
  from_name: ['The Shoe Shop'],
  first_name: ['Ada'],
  last_name: ['Albrecht'],
  name: ['Spring'],
  subject: ['Spring is here'],
  timezone: ['Europe/Berlin'],
  locale: ['en'],
  tags: [['vip']],
  variables: [{ name: 'Ada' }],
  value: [1250],
  currency: ['EUR'],
  reference: ['order-1001'],
  template: ['Thanks'],
  prev: [null],
  next: [null],
};

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
  const isOfForm = schema.enum || (typeof schema.format === 'string' && !schema.format.endsWith('email'));
  if (isOfForm) return value === null && nullable(schema);
  const types = [schema.type].flat();
  if (value === null) return nullable(schema);
  if (Array.isArray(value)) return types.includes('array') && takes((schema.items ?? {}) as JsonSchema, value[0]);
  if (typeof value === 'object') return types.includes('object') && schema.properties === undefined;
  return typeof value === 'number'
    ? types.includes('integer') || types.includes('number')
    : types.includes(typeof value as string);
}

const nullable = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type].flat().includes('null') || (anyOf as JsonSchema[]).some((one) => one.type === 'null');

const DEEPEST = 12;

/**
 * An example value of a schema. A body that is sent has the required fields and those with usual names (`isSent`); a response has
 * all of them. `name` is the field that the schema describes.
 */
export function exampleOf(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  { isSent = false, name = '', depth = 0 } = {},
): unknown {
  const inside = (one: JsonSchema, key = name) => exampleOf(one, components, { isSent, name: key, depth: depth + 1 });
  if (depth > DEEPEST) return null;
  if (typeof schema.$ref === 'string') return inside(components[schema.$ref.split('/').at(-1) as string] as JsonSchema);
  const usual = Object.hasOwn(BY_NAME, name) ? BY_NAME[name]?.find((value) => takes(schema, value)) : undefined;
  if (usual !== undefined) return usual;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((part: JsonSchema) => inside(part)));
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  if (first) return inside(first);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === 'array') return [inside(schema.items as JsonSchema, '')];
  if (type === 'object') {
    const required = (schema.required ?? []) as string[];
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    const shown = properties.filter(([key]) => !isSent || required.includes(key) || Object.hasOwn(BY_NAME, key));
    return Object.fromEntries(shown.map(([key, value]) => [key, inside(value, key)]));
  }
  if (type === 'string' && typeof schema.format === 'string') return FORMATS[schema.format] ?? 'text';
  return { integer: schema.minimum ?? 1, number: 1, boolean: true, string: 'text' }[type as string] ?? null;
}
