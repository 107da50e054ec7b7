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

export const lists = [
  route('GET /lists', ListsDocument, page),
  route('POST /lists', CreateListDocument, created),
  route('GET /lists/:list', ListDocument, one),
  route('PUT /lists/:list', UpdateListDocument, one),
  route('GET /lists/:list/unsubscribe-reasons', UnsubscribeReasonsDocument, reasons),
  route('DELETE /lists/:list', DeleteListDocument, unlessConflict(gone)),
];
