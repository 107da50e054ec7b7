import { type Issue, summary } from '../../errors.ts';
import { EventsDocument, RecordEventDocument, RecordEventsDocument } from '../../generated/documents.ts';
import { answer, pageOfSize } from '../answer.ts';
import { messagesByField, onTheWire } from '../errors.ts';
import { COUNT, dataSchema, FIELD_ERRORS } from '../openapi/envelopes.ts';
import { absentForNull, listOf, object, split } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

type Single = ValueOf<typeof RecordEventDocument>;
type Results = ValueOf<typeof RecordEventsDocument>;

const messages = (issues: readonly Issue[], prefix: (string | number)[] = []) =>
  messagesByField(
    issues.map((issue) => onTheWire(issue)),
    prefix,
  );

/** Exactly the keys that apply. */
const resultView = ({ index, status, id, issues }: Single & Partial<Results[number]>) => ({
  index,
  status,
  ...(id && { id }),
  ...(issues && { errors: messages(issues) }),
});

const single = answer(
  (event: Single) => ({ status: event.status === 'recorded' ? 201 : 200, body: { data: resultView(event) } }),
  (value) => {
    const data = dataSchema({ ...absentForNull(value, 'id'), additionalProperties: false });
    return { 200: data, 201: data };
  },
);

const batch = answer(
  (events: Results) => {
    const invalid = events.filter(({ issues }) => issues);
    if (invalid.length === events.length) return allInvalid(invalid);
    return { status: 200, body: { data: events.map(resultView), failed: invalid.length } };
  },
  (value) => {
    const [, shown] = split(value, 'issues');
    const result = absentForNull(object({ ...shown, errors: FIELD_ERRORS }), 'id', 'errors');
    const data = listOf({ ...result, additionalProperties: false });
    return { 200: object({ data, failed: COUNT }) };
  },
);

/** Nothing of it was recorded: as with a single event. */
function allInvalid(events: Results) {
  const errors: Record<string, string[]> = Object.assign(
    {},
    ...events.map(({ index, issues }) => messages(issues ?? [], ['events', index])),
  );
  return { status: 422, body: { message: summary(Object.values(errors).flat()), errors } };
}

export const events = [
  route('GET /events', EventsDocument, pageOfSize({ usual: 50, max: 200 })),
  route('POST /events', RecordEventsDocument, batch, { when: 'events' }),
  route('POST /events', RecordEventDocument, single),
];
