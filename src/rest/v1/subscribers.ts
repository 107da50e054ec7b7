import {
  AddTagsDocument,
  ConfirmDocument,
  DeleteSubscriberDocument,
  RemoveTagsDocument,
  ResendConfirmationDocument,
  SubscribeBatchDocument,
  type SubscribeBatchMutation,
  SubscribeDocument,
  SubscriberDocument,
  SubscribersDocument,
  UnsubscribeDocument,
  UpdateSubscriberDocument,
} from '../../generated/documents.ts';
import { answer, created, createdOrFound, gone, one, page } from '../answer.ts';
import { messageOf } from '../errors.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { PAGES, route } from '../route.ts';
import { IMPORT, importView } from './imports.ts';

type Batch = SubscribeBatchMutation['subscribeBatch'];

/** A row's id when it was subscribed, its message when it failed. */
const row = ({ index, email, id, outcome, issues }: Batch['rows'][number]) =>
  issues ? { index, email, outcome, message: messageOf(issues) } : { index, email, id, outcome };

const batch = answer(
  ({ rows, added, updated, failed, queued, import: filed }: Batch) =>
    filed
      ? { status: 202, body: { data: importView(filed), meta: { queued } } }
      : { status: 200, body: { data: rows.map(row), meta: { added, updated, failed } } },
  () => ({
    200: withMeta({ type: 'array', items: ROW }, { added: COUNT, updated: COUNT, failed: COUNT }),
    202: withMeta(IMPORT, { queued: COUNT }),
  }),
);

const withMeta = (data: JsonSchema, counts: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties: { data, meta: { type: 'object', properties: counts, required: Object.keys(counts) } },
  required: ['data', 'meta'],
});

const COUNT = { type: 'integer', minimum: 0 };
const ROW = {
  type: 'object',
  properties: {
    index: COUNT,
    email: { type: ['string', 'null'] },
    id: { type: 'string', format: 'uuid' },
    outcome: { type: 'string', enum: ['subscribed', 'failed'] },
    message: { type: 'string' },
  },
  required: ['index', 'email', 'outcome'],
};

export const subscribers = [
  route('POST /lists/:list/subscribers/batch', SubscribeBatchDocument, batch),
  route('GET /lists/:list/subscribers', SubscribersDocument, page, PAGES),
  route('POST /lists/:list/subscribers', SubscribeDocument, createdOrFound),
  route('GET /subscribers/:subscriber', SubscriberDocument, one),
  route('PATCH /subscribers/:subscriber', UpdateSubscriberDocument, one),
  route('DELETE /subscribers/:subscriber', DeleteSubscriberDocument, gone),
  route('POST /subscribers/:subscriber/unsubscribe', UnsubscribeDocument, one),
  route('POST /subscribers/:subscriber/confirm', ConfirmDocument, one),
  route('POST /subscribers/:subscriber/resend-confirmation', ResendConfirmationDocument, created),
  route('POST /subscribers/:subscriber/tags', AddTagsDocument, one),
  route('DELETE /subscribers/:subscriber/tags', RemoveTagsDocument, one),
];
