import {
  CreateListDocument,
  DeleteListDocument,
  ListDocument,
  ListsDocument,
  UnsubscribeReasonsDocument,
  UpdateListDocument,
} from '../../generated/documents.ts';
import { answer, created, gone, one, page, unlessConflict } from '../answer.ts';
import { dataSchema } from '../openapi/envelopes.ts';
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

const NEW_LIST = {
  name: 'Customers',
  locale: 'en',
  from_email: 'hello@shop.example',
  from_name: 'The Shoe Shop',
  requires_confirmation: false,
};

export const lists = [
  route('GET /lists', ListsDocument, page),
  route('POST /lists', CreateListDocument, created, { example: NEW_LIST }),
  route('GET /lists/:list', ListDocument, one),
  route('PUT /lists/:list', UpdateListDocument, one, {
    example: { name: 'Regular customers', from_name: 'The Shoe Shop' },
  }),
  route('GET /lists/:list/unsubscribe-reasons', UnsubscribeReasonsDocument, reasons),
  route('DELETE /lists/:list', DeleteListDocument, unlessConflict(gone)),
];
