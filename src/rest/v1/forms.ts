import {
  CreateFormDocument,
  DeleteFormDocument,
  FormDocument,
  FormsDocument,
  UpdateFormDocument,
} from '../../generated/documents.ts';
import { created, gone, one, page } from '../answer.ts';
import { route } from '../route.ts';

export const forms = [
  route('GET /forms', FormsDocument, page),
  route('POST /forms', CreateFormDocument, created),
  route('GET /forms/:form', FormDocument, one),
  route('PATCH /forms/:form', UpdateFormDocument, one),
  route('DELETE /forms/:form', DeleteFormDocument, gone),
];
