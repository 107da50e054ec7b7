import { summary } from '../../errors.ts';
import {
  EventsDocument,
  RecordEventDocument,
  RecordEventsDocument,
  type RecordEventsMutation,
} from '../../generated/documents.ts';
import { answer, page } from '../answer.ts';
import { messagesByField, onTheWire } from '../errors.ts';
import { dataSchema } from '../openapi/responses.ts';
import { route } from '../route.ts';

type Result = RecordEventsMutation['recordEvents'][number];

const RESULT = {
  type: 'object',
  properties: {
    index: { type: 'integer' },
    status: { type: 'string', enum: ['recorded', 'duplicate', 'invalid'] },
    id: { type: 'string', format: 'uuid' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
  required: ['index', 'status'],
  additionalProperties: false,
};

/** Exactly the keys that apply. */
const result = ({ index, status, id, issues }: Partial<Result>) => ({
  index,
  status,
  ...(id && { id }),
  ...(issues && { errors: messagesByField(issues.map((issue) => onTheWire(issue))) }),
});

const single = answer(
  (event: Result) => ({ status: (event.status as string) === 'recorded' ? 201 : 200, body: { data: result(event) } }),
  () => ({ 200: dataSchema(RESULT), 201: dataSchema(RESULT) }),
);

const batch = answer(
  (events: Result[]) => {
    const invalid = events.filter(({ issues }) => issues);
    if (invalid.length === events.length) return allInvalid(invalid);
    return { status: 200, body: { data: events.map(result), failed: invalid.length } };
  },
  () => ({
    200: {
      type: 'object',
      properties: { data: { type: 'array', items: RESULT }, failed: { type: 'integer', minimum: 0 } },
      required: ['data', 'failed'],
    },
  }),
);

const allInvalid = (events: Result[]) => {
  const errors = Object.assign(
    {},
    ...events.map(({ index, issues }) =>
      messagesByField(
        (issues ?? []).map((issue) => onTheWire(issue)),
        ['events', index],
      ),
    ),
  ) as Record<string, string[]>;
  return { status: 422, body: { message: summary(Object.values(errors).flat()), errors } };
};

export const events = [
  route('GET /events', EventsDocument, page, { pages: { usual: 50, max: 200 } }),
  route('POST /events', RecordEventsDocument, batch, { when: 'events' }),
  route('POST /events', RecordEventDocument, single),
];
