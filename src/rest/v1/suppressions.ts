import {
  CreateSuppressionDocument,
  DeleteSuppressionDocument,
  ImportSuppressionsDocument,
  LiftSuppressionsDocument,
  SuppressionDocument,
  SuppressionsDocument,
} from '../../generated/documents.ts';
import { createdOrFound, gone, one, page, refining } from '../answer.ts';
import { closed } from '../openapi/shapes.ts';
import { route } from '../route.ts';

const imported = refining(one, closed({ errors: { items: closed({ row: { minimum: 1 } }) } }));

export const suppressions = [
  route('GET /suppressions', SuppressionsDocument, page),
  route('POST /suppressions', CreateSuppressionDocument, createdOrFound),
  route('POST /suppressions/imports', ImportSuppressionsDocument, imported, { upload: 'straight' }),
  route('DELETE /suppressions', LiftSuppressionsDocument, one, { takesQuery: true }),
  route('GET /suppressions/:suppression', SuppressionDocument, one),
  route('DELETE /suppressions/:suppression', DeleteSuppressionDocument, gone),
];
