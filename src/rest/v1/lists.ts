import {
  CreateListDocument,
  DeleteListDocument,
  ListDocument,
  ListGrowthDocument,
  ListsDocument,
  StatusCountsDocument,
  UnsubscribeReasonsDocument,
  UpdateListDocument,
} from '../../generated/documents.ts';
import { answer, created, dataOf, gone, one, pageShownAs, shownAs, unlessConflict } from '../answer.ts';
import { dataSchema } from '../openapi/envelopes.ts';
import { type JsonSchema, reference } from '../openapi/json-schema.ts';
import { absentForNull } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';
import { byReason, REASONS } from './by-reason.ts';

/** `{data: {reason: n}}`. */
const reasons = answer(
  ({ unsubscribe_reasons }: ValueOf<typeof UnsubscribeReasonsDocument>) => ({
    status: 200,
    body: { data: byReason(unsubscribe_reasons) },
  }),
  () => ({ 200: dataSchema(REASONS) }),
);

/** A list. Its own transport is absent if it has none. */
const shown = (list: NonNullable<ValueOf<typeof ListDocument>>) => ({
  ...list,
  transport: list.transport ?? undefined,
});
const shownSchema = (list: JsonSchema) => reference('MailingList', absentForNull(list, 'transport'));

const NEW_LIST = {
  name: 'Customers',
  locale: 'en',
  from_email: 'hello@shop.example',
  from_name: 'The Shoe Shop',
  requires_confirmation: false,
};

export const lists = [
  route('GET /lists', ListsDocument, pageShownAs(shown, shownSchema)),
  route('POST /lists', CreateListDocument, shownAs(created, shown, shownSchema), { example: NEW_LIST }),
  route('GET /lists/:list', ListDocument, shownAs(one, shown, shownSchema)),
  route('PUT /lists/:list', UpdateListDocument, shownAs(one, shown, shownSchema), {
    example: { name: 'Regular customers', from_name: 'The Shoe Shop' },
  }),
  route('GET /lists/:list/growth', ListGrowthDocument, dataOf('growth')),
  route('GET /lists/:list/status-counts', StatusCountsDocument, dataOf('status_counts'), {
    description: 'The number of subscribers of a list by status.',
  }),
  route('GET /lists/:list/unsubscribe-reasons', UnsubscribeReasonsDocument, reasons),
  route('DELETE /lists/:list', DeleteListDocument, unlessConflict(gone)),
];
