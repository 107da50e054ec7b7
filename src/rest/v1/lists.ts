import {
  CreateListDocument,
  DeleteListDocument,
  ListDocument,
  ListsDocument,
  UpdateListDocument,
} from '../../generated/documents.ts';
import { created, gone, one, page, unlessConflict } from '../answer.ts';
import { route } from '../route.ts';

export const lists = [
  route('GET /lists', ListsDocument, page),
  route('POST /lists', CreateListDocument, created),
  route('GET /lists/:list', ListDocument, one),
  route('PUT /lists/:list', UpdateListDocument, one),
  route('DELETE /lists/:list', DeleteListDocument, unlessConflict(gone)),
];
