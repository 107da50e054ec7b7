import { exampleOf } from './example.ts';
import { exampleId } from './example-ids.ts';
import type { JsonSchema } from './json-schema.ts';

/** Examples of parameters by name. A parameter takes one if it has no other values. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  'Idempotency-Key': 'order-1001',
  'Last-Event-ID': '42',
  action: 'list.changed',
  after: 'WzE1LDQwLCJXeUl5TURJMiJd',
  alt: 'A pair of red shoes',
  columns: ['email', 'first_name', 'attributes.city'],
  consent: 'Signed up at the fair',
  delimiter: ';',
  encoding: 'windows-1250',
  field_value: 'Porto',
  file_name: 'people.csv',
  formats: '{"Birthday":{"date":"DD.MM.YYYY"}}',
  key: 'city',
  kind: ['mail.bounced'],
  kinds: ['mail.bounced', 'mail.complained'],
  link: 'https://shop.example/spring',
  mapping: '{"Mail":"email","Notes":null}',
  name: 'order',
  object_type: 'list',
  provider: 'gmail',
  recipient: 'ada@example.com',
  search: 'ada',
  sort: '-created_at',
  statuses: '{"active":"subscribed"}',
  step: 'welcome',
  tag: 'vip',
  tags: ['vip', 'fair'],
  template: 'Thanks',
  variant: 1,
};

const MOMENTS: Readonly<Record<string, string>> = {
  since: '2026-01-01T00:00:00Z',
  until: '2026-02-01T00:00:00Z',
  from: '2026-01-01T00:00:00Z',
  to: '2026-02-01T00:00:00Z',
};

/** The example of a parameter, which its schema takes. */
export function parameterExample(name: string, schema: JsonSchema): unknown {
  if (schema.format === 'uuid') return exampleId(name);
  if (schema.default !== undefined) return schema.default;
  if (name in MOMENTS) return schema.format === 'date-time' ? MOMENTS[name] : MOMENTS[name]?.slice(0, 10);
  const known = BY_NAME[name];
  const items = (schema.items ?? {}) as JsonSchema;
  const choices = (schema.enum ?? items.enum) as unknown[] | undefined;
  const isTaken = known !== undefined && (!choices || [known].flat().every((one) => choices.includes(one)));
  if (isTaken && !(schema.pattern && !new RegExp(schema.pattern as string).test(String(known)))) return known;
  if (name === 'after') return '42'; // of the feed
  return exampleOf(schema, {}, { isSent: true, name });
}
