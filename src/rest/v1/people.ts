import {
  ErasePersonDocument,
  ExportPersonDocument,
  type ExportPersonQuery,
  PersonDocument,
  type PersonQuery,
} from '../../generated/documents.ts';
import { answer, gone, one } from '../answer.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { dataSchema, pageSchema } from '../openapi/responses.ts';
import { pageBody } from '../page.ts';
import { route } from '../route.ts';

const PARTS = [
  ...(['subscriptions', 'events', 'sales', 'transactional_mails', 'campaign_messages', 'touches', 'feedback'] as const),
] as const;

/** A person, with the rows of each connection in its place. */
const flat = (person: object): object =>
  Object.fromEntries(
    Object.entries(person).map(([name, value]) => [name, (value as { nodes?: unknown[] } | null)?.nodes ?? value]),
  );

const described = (person: JsonSchema): JsonSchema => {
  const properties = Object.entries(person.properties as Record<string, JsonSchema>).map(([name, schema]) => [
    name,
    (schema.properties as Record<string, JsonSchema> | undefined)?.nodes ?? schema,
  ]);
  return { ...person, properties: Object.fromEntries(properties) };
};

const profile = answer(
  (person: PersonQuery['person'], links) => one(flat(person) as never, links),
  (person) => ({ 200: dataSchema(described(person)) }),
);

/** The same page of everything that is held about a person: the longest part decides how many pages there are. */
const held = answer(
  (person: ExportPersonQuery['person'], links) => {
    const totals = Object.fromEntries(PARTS.map((part) => [part, person[part].totalCount]));
    const longest = PARTS.map((part) => person[part]).reduce((a, b) => (b.totalCount > a.totalCount ? b : a));
    const { meta, links: pages } = pageBody(longest, links);
    return { status: 200, body: { data: flat(person), links: pages, meta: { ...meta, totals } } };
  },
  (person) => {
    const { properties, ...page } = pageSchema(described(person)) as { properties: Record<string, JsonSchema> };
    const counts = Object.fromEntries(PARTS.map((part) => [part, { type: 'integer', minimum: 0 }]));
    const meta = properties.meta as { properties: object; required: string[] };
    const totals = { type: 'object', properties: counts, required: [...PARTS] };
    const withTotals = {
      ...meta,
      properties: { ...meta.properties, totals },
      required: [...meta.required, 'totals'],
    };
    return { 200: { ...page, properties: { ...properties, meta: withTotals } } };
  },
);

export const people = [
  route('GET /people', PersonDocument, profile),
  route('GET /people/export', ExportPersonDocument, held, { pages: { usual: 100, max: 200 } }),
  route('POST /people/erase', ErasePersonDocument, gone),
];
