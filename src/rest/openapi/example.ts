import type { JsonSchema } from './json-schema.ts';

/** The id in examples. */
export const EXAMPLE_ID = '01a1fe1c-74fd-718b-9e41-478b8cb0f072';

/** Examples of fields by name, for routes without their own example. */
const BY_NAME: Record<string, unknown> = {
  email: 'ada@example.com',
  to: ['ada@example.com'],
  from: 'hello@shop.example',
  from_email: 'hello@shop.example',
  name: 'Spring',
  tags: ['vip'],
  variables: { name: 'Ada' },
  value: 1250,
  currency: 'EUR',
  reference: 'order-1001',
  template: 'Thanks',
};

/**
 * An example body for a schema, made from the required fields and fields with common names. `name` is the field that
 * the schema describes.
 */
export function exampleOf(schema: JsonSchema, components: Record<string, JsonSchema>, name = ''): unknown {
  if (typeof schema.$ref === 'string') {
    const component = schema.$ref.split('/').at(-1) as string;
    return exampleOf(components[component] as JsonSchema, components, name);
  }
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name];
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  if (first) return exampleOf(first, components, name);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === 'array') return [exampleOf(schema.items as JsonSchema, components)];
  if (type === 'object') {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    const required = (schema.required ?? []) as string[];
    const shown = properties.filter(([key]) => required.includes(key) || Object.hasOwn(BY_NAME, key));
    return Object.fromEntries(shown.map(([key, value]) => [key, exampleOf(value, components, key)]));
  }
  if (schema.format === 'uuid') return EXAMPLE_ID;
  if (schema.format === 'date-time') return '2026-01-31T12:00:00.000Z';
  return { integer: 1, number: 1, boolean: true, string: 'text' }[type as string] ?? null;
}
