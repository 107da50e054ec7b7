import type { JsonSchema } from './json-schema.ts';

/** What fields of these names look like, for the examples of the description. */
const BY_NAME: Record<string, unknown> = {
  email: 'ada@example.com',
  to: ['ada@example.com'],
  cc: [],
  bcc: [],
  from: 'hello@shop.example',
  from_email: 'hello@shop.example',
  from_name: 'The Shoe Shop',
  reply_to: 'help@shop.example',
  name: 'order',
  first_name: 'Ada',
  last_name: 'Albrecht',
  timezone: 'Europe/Berlin',
  locale: 'en',
  tags: ['vip'],
  conditions: { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] },
  attributes: { city: 'Porto' },
  properties: { items: ['boots'] },
  variables: { name: 'Ada' },
  headers: { 'X-Order': '1001' },
  value: 1250,
  currency: 'EUR',
  reference: 'order-1001',
  occurred_at: '2026-01-31T12:00:00Z',
  template: 'Thanks',
  editor: 'html',
  subject: 'Thank you, {{ name }}',
  content: '<h1>Thank you, {{ name }}!</h1>',
  styles: 'h1 { color: teal }',
  filename: 'invoice.pdf',
  content_type: 'application/pdf',
  key: 'shoe_size',
  label: 'Shoe size',
  domain: 'example.org',
};

/** A body that fits a schema, made of familiar values. */
export function exampleOf(schema: JsonSchema, components: Record<string, JsonSchema>, name = ''): unknown {
  if (typeof schema.$ref === 'string') {
    return exampleOf(components[schema.$ref.split('/').at(-1) as string] as JsonSchema, components, name);
  }
  if (name in BY_NAME) return BY_NAME[name];
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  if (first) return exampleOf(first, components, name);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === 'array') return [exampleOf(schema.items as JsonSchema, components, name)];
  if (type === 'object') {
    const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
    return Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, exampleOf(value, components, key)]),
    );
  }
  if (schema.format === 'uuid') return '01a1fe1c-74fd-718b-9e41-478b8cb0f072';
  if (schema.format === 'date-time') return '2026-01-31T12:00:00.000Z';
  return { integer: 1, number: 1, boolean: true, string: 'text' }[type as string] ?? null;
}
