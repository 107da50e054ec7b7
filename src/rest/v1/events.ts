import {
  EventDocument,
  EventNamesDocument,
  EventPropertiesDocument,
  EventsDocument,
  RecordEventDocument,
  RecordEventsDocument,
  RecordedEventsDocument,
  SalesDocument,
} from '../../generated/documents.ts';
import { answer, one, page, pageOfSize } from '../answer.ts';
import { batchOf, resultView } from '../batch.ts';
import { eventHint } from '../event-hints.ts';
import { dataSchema } from '../openapi/envelopes.ts';
import { type JsonSchema, notNull, reference } from '../openapi/json-schema.ts';
import { object, split } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

const single = answer(
  (event: ValueOf<typeof RecordEventDocument>) => ({
    status: event.status === 'recorded' ? 201 : 200,
    body: { data: resultView(event) },
  }),
  (value) => {
    const [id, rest] = split(value, 'id');
    const result = (name: string, status: string, fields: Record<string, JsonSchema>) => {
      return dataSchema(reference(name, object({ ...fields, status: { type: 'string', enum: [status] } })));
    };
    return {
      200: result('DuplicateEvent', 'duplicate', rest),
      201: result('RecordedEvent', 'recorded', { ...rest, id: notNull(id.id) }),
    };
  },
);

const EVENT = {
  email: 'ada@example.com',
  name: 'order',
  properties: { items: ['boots'] },
  value: 1250,
  currency: 'EUR',
  occurred_at: '2026-01-31T12:00:00Z',
  reference: 'order-1001',
};

export const events = [
  route('GET /events', EventsDocument, pageOfSize({ usual: 50, max: 200 }), {
    description: 'The events of a person, by the time they happened, newest first.',
  }),
  route('POST /events', RecordEventsDocument, batchOf('events'), {
    example: { events: [EVENT] },
    when: 'events',
    hint: eventHint,
  }),
  route('POST /events', RecordEventDocument, single, { example: EVENT, hint: eventHint }),
];

/** Recorded data of all people. */
export const recorded = [
  route('GET /events/:event', EventDocument, one),
  route('GET /events/recorded', RecordedEventsDocument, pageOfSize({ usual: 50, max: 200 })),
  route('GET /events/names', EventNamesDocument, one),
  route('GET /events/properties', EventPropertiesDocument, one),
  route('GET /sales', SalesDocument, page),
];
