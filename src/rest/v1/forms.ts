import {
  CreateFormDocument,
  DeleteFormDocument,
  FormDocument,
  FormSignUpsDocument,
  FormsDocument,
  UpdateFormDocument,
} from '../../generated/documents.ts';
import { created, gone, one, page, pageOf } from '../answer.ts';
import { route } from '../route.ts';

export const forms = [
  route('GET /forms', FormsDocument, page),
  route('POST /forms', CreateFormDocument, created),
  route('GET /forms/:form', FormDocument, one),
  route('GET /forms/:form/sign-ups', FormSignUpsDocument, pageOf('signUps')),
  route('PATCH /forms/:form', UpdateFormDocument, one),
  route('DELETE /forms/:form', DeleteFormDocument, gone),
];
