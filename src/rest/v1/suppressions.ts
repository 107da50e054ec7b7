import {
  CreateSuppressionDocument,
  DeleteSuppressionDocument,
  SuppressionDocument,
  SuppressionsDocument,
} from '../../generated/documents.ts';
import { createdOrFound, gone, one, page } from '../answer.ts';
import { route } from '../route.ts';

export const suppressions = [
  route('GET /suppressions', SuppressionsDocument, page),
  route('POST /suppressions', CreateSuppressionDocument, createdOrFound),
  route('GET /suppressions/:suppression', SuppressionDocument, one),
  route('DELETE /suppressions/:suppression', DeleteSuppressionDocument, gone),
];
