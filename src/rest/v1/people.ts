import {
  AllPeopleDocument,
  ErasePersonDocument,
  ExportPersonDocument,
  FindPeopleDocument,
  PersonDocument,
  SetPersonPreferencesDocument,
  SetPersonTrackingDocument,
} from '../../generated/documents.ts';
import { type Connection, gone, one, type PageAnswer, pageShownAs, shownAs } from '../answer.ts';
import { COUNT, pageSchema } from '../openapi/envelopes.ts';
import { type JsonSchema, reference } from '../openapi/json-schema.ts';
import { object, propertiesOf } from '../openapi/shapes.ts';
import { pageBody } from '../page.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

const isConnection = (value: unknown): value is Connection =>
  typeof value === 'object' && value !== null && 'nodes' in value;

const connectionsOf = (person: object) =>
  Object.entries(person).filter((entry): entry is [string, Connection] => isConnection(entry[1]));

/** A person with the rows of each connection in place of the connection. */
const flat = (person: object): object =>
  Object.fromEntries(Object.entries(person).map(([name, value]) => [name, isConnection(value) ? value.nodes : value]));

/** The schema of a flat person. */
const flatSchema = (person: JsonSchema): JsonSchema => {
  const properties = Object.entries(propertiesOf(person));
  return object(Object.fromEntries(properties.map(([name, schema]) => [name, propertiesOf(schema).nodes ?? schema])));
};

const profile = shownAs(one, (person: ValueOf<typeof PersonDocument>) => flat(person), flatSchema);

/** The same page of all connections of a person. The longest one determines the number of pages. */
export const held: PageAnswer<ValueOf<typeof ExportPersonDocument>> = {
  pages: { usual: 100, max: 200 },
  reply: (person, links) => {
    const parts = connectionsOf(person);
    const [, longest] = parts.reduce((one, other) => (other[1].totalCount > one[1].totalCount ? other : one));
    const { meta, links: pages } = pageBody(longest, links);
    const totals = Object.fromEntries(parts.map(([name, { totalCount }]) => [name, totalCount]));
    return { status: 200, body: { data: flat(person), links: pages, meta: { ...meta, totals } } };
  },
  describe: (person) => {
    const parts = Object.entries(propertiesOf(person)).filter(([, schema]) => propertiesOf(schema).nodes);
    const totals = parts.map(([name]) => [name, COUNT]);
    return { 200: pageSchema(flatSchema(person), { totals: object(Object.fromEntries(totals)) }) };
  },
};

export const people = [
  route('GET /people', PersonDocument, profile),
  route('GET /people/search', FindPeopleDocument, one),
  route(
    'GET /people/all',
    AllPeopleDocument,
    pageShownAs(flat, (person) => reference('PersonSummary', flatSchema(person))),
  ),
  route('GET /people/export', ExportPersonDocument, held, {
    description:
      'A person by e-mail address, known or not, with all their data across all lists. A page has the same part of each list in `data`. The longest one determines `meta.total`; `meta.totals` counts the rows of each.',
  }),
  // The address of no other example: nothing could be stored about it any more.
  route('POST /people/erase', ErasePersonDocument, gone, { example: { email: 'grace@example.com' } }),
];

export const personTracking = [
  route('PUT /people/tracking', SetPersonTrackingDocument, one, {
    example: { email: 'ada@example.com', tracked: false },
  }),
];

export const personPreferences = [
  route('PATCH /people/preferences', SetPersonPreferencesDocument, one, {
    example: { email: 'ada@example.com', paused_until: '2027-01-15T09:00:00Z', frequency: { messages: 1, days: 14 } },
  }),
];
