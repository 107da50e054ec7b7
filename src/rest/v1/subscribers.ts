import {
  AddTagsDocument,
  ConfirmDocument,
  DeleteSubscriberDocument,
  RemoveTagsDocument,
  ResendConfirmationDocument,
  SubscribeBatchDocument,
  SubscribeDocument,
  SubscriberDocument,
  SubscribersDocument,
  SubscriptionsDocument,
  UnsubscribeDocument,
  UpdateSubscriberDocument,
} from '../../generated/documents.ts';
import { answer, created, createdOrFound, gone, one, page, pageOf } from '../answer.ts';
import { metaSchema } from '../openapi/envelopes.ts';
import { notNull } from '../openapi/json-schema.ts';
import { absentForNull, listOf, object, split } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import { READ_ONLY } from '../specified.ts';
import type { ValueOf } from '../value.ts';
import { importSchema, importView } from './imports.ts';

type Batch = ValueOf<typeof SubscribeBatchDocument>;

/** A row has an id unless it failed, and a message if it failed or values were left out. */
function row({ index, email, id, outcome, message, skipped }: Batch['rows'][number]) {
  if (message !== null) return { index, email, outcome, message };
  if (skipped === null) return { index, email, id, outcome };
  return { index, email, id, outcome, message: `Skipped: ${skipped.map(({ message }) => message).join(' ')}` };
}

const batch = answer(
  ({ rows, added, updated, failed, queued, import: created }: Batch) =>
    created
      ? { status: 202, body: { data: importView(created), meta: { queued } } }
      : { status: 200, body: { data: rows.map(row), meta: { added, updated, failed } } },
  (value) => {
    const [{ rows, queued, import: created }, counts] = split(value, 'rows', 'queued', 'import');
    const [, shown] = split(rows, 'skipped');
    return {
      200: metaSchema(listOf(absentForNull(object(shown), 'id', 'message')), counts),
      202: metaSchema(importSchema(created), { queued: notNull(queued) }),
    };
  },
);

const SUBSCRIBER = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Albrecht',
  timezone: 'Europe/Berlin',
  locale: 'en',
  tags: ['vip'],
  attributes: { city: 'Porto' },
};

export const subscribers = [
  route('POST /lists/:list/subscribers/batch', SubscribeBatchDocument, batch, {
    example: { subscribers: [SUBSCRIBER], tags: ['vip'] },
  }),
  route('GET /lists/:list/subscribers', SubscribersDocument, page),
  route('POST /lists/:list/subscribers', SubscribeDocument, createdOrFound, {
    example: SUBSCRIBER,
    ignored: READ_ONLY,
  }),
  route('GET /subscribers', SubscriptionsDocument, pageOf('subscriptions'), {
    description: 'The subscriptions of the person with this e-mail address, on all lists.',
  }),
  route('GET /subscribers/:subscriber', SubscriberDocument, one),
  route('PATCH /subscribers/:subscriber', UpdateSubscriberDocument, one, {
    example: { first_name: 'Ada', tags: ['vip'], attributes: { city: 'Lisbon' } },
  }),
  route('DELETE /subscribers/:subscriber', DeleteSubscriberDocument, gone),
  route('POST /subscribers/:subscriber/unsubscribe', UnsubscribeDocument, one, { example: { reason: 'too_often' } }),
  route('POST /subscribers/:subscriber/confirm', ConfirmDocument, one),
  route('POST /subscribers/:subscriber/resend-confirmation', ResendConfirmationDocument, created),
  route('POST /subscribers/:subscriber/tags', AddTagsDocument, one),
  route('DELETE /subscribers/:subscriber/tags', RemoveTagsDocument, one),
];
