import {
  AllSegmentsDocument,
  CreateFormDocument,
  CreateSegmentDocument,
  CreateSuppressionDocument,
  CreateTagDocument,
  DeleteFormDocument,
  DeleteSegmentDocument,
  DeleteSuppressionDocument,
  DeleteTagDocument,
  DownloadSubscribersDocument,
  ExplainSegmentDocument,
  ExportSubscribersDocument,
  FormDocument,
  FormSignUpsDocument,
  FormsDocument,
  ImportSuppressionsDocument,
  LiftSuppressionsDocument,
  MergeTagDocument,
  PreviewFormDocument,
  PreviewSegmentDocument,
  RenameTagDocument,
  SegmentDocument,
  SegmentSubscribersDocument,
  SegmentsDocument,
  SuppressionDocument,
  SuppressionsDocument,
  TagDocument,
  TagsDocument,
  UpdateFormDocument,
  UpdateSegmentDocument,
} from '../../generated/documents.ts';
import { created, createdOrFound, gone, one, page, pageOf, refining, unlessConflict } from '../answer.ts';
import { EXAMPLE_ID } from '../openapi/example-ids.ts';
import { withDetails } from '../openapi/shapes.ts';
import { route } from '../route.ts';

const CONDITIONS = {
  operator: 'and',
  rules: [
    { type: 'language', operator: 'equals', value: 'en' },
    { type: 'tags', operator: 'has_any', value: ['vip'] },
  ],
};

const NEW_FORM = {
  list: EXAMPLE_ID,
  name: 'Newsletter',
  text: 'New shoes, once a month.',
  fields: [{ field: 'first_name', required: true }],
  tags: ['website'],
  consent_text: "Yes, send me The Shoe Shop's newsletter.",
  hosts: ['www.shop.example'],
  redirect_url: 'https://www.shop.example/welcome',
};

export const segments = [
  route('GET /segments', AllSegmentsDocument, page, {
    description: 'The segments of all lists, newest first.',
  }),
  route('GET /lists/:list/segments', SegmentsDocument, page, { description: 'The segments of a list, newest first.' }),
  route('POST /lists/:list/segments', CreateSegmentDocument, created, {
    example: { name: 'Loyal customers', conditions: CONDITIONS },
  }),
  route('POST /lists/:list/segments/preview', PreviewSegmentDocument, one, { example: { conditions: CONDITIONS } }),
  route('GET /segments/:segment', SegmentDocument, one),
  route('PUT /segments/:segment', UpdateSegmentDocument, one, {
    example: { name: 'Very loyal customers', conditions: CONDITIONS },
  }),
  route('DELETE /segments/:segment', DeleteSegmentDocument, unlessConflict(gone)),
  route('GET /segments/:segment/subscribers', SegmentSubscribersDocument, pageOf('subscribers')),
  route('GET /segments/:segment/explain', ExplainSegmentDocument, one),
];

export const tags = [
  route('GET /tags', TagsDocument, page),
  route('POST /tags', CreateTagDocument, created, { example: { name: 'summer' } }),
  route('GET /tags/:tag', TagDocument, one),
  route('PATCH /tags/:tag', RenameTagDocument, one, { example: { name: 'summer sale' } }),
  route('POST /tags/:tag/merge', MergeTagDocument, one, { example: { into: 'vip' } }),
  route('DELETE /tags/:tag', DeleteTagDocument, gone),
];

const imported = refining(one, withDetails({ errors: { items: withDetails({ row: { minimum: 1 } }) } }));

export const suppressions = [
  route('GET /suppressions', SuppressionsDocument, page),
  route('POST /suppressions', CreateSuppressionDocument, createdOrFound, {
    examples: {
      address: { summary: 'An address', value: { email: 'bob@example.org' } },
      domain: { summary: 'A domain with all its addresses', value: { domain: 'spam.example' } },
    },
  }),
  route('POST /suppressions/imports', ImportSuppressionsDocument, imported, { upload: 'straight' }),
  route('DELETE /suppressions', LiftSuppressionsDocument, one, { takesQuery: true }),
  route('GET /suppressions/:suppression', SuppressionDocument, one),
  route('DELETE /suppressions/:suppression', DeleteSuppressionDocument, gone),
];

const SUBSCRIBERS = {
  name: 'subscribers',
  types: { csv: 'text/csv; charset=utf-8; header=present', ndjson: 'application/x-ndjson' },
  examples: {
    csv: 'email,first_name,tags\r\nada@example.com,Ada,vip\r\n',
    ndjson: '{"email":"ada@example.com","first_name":"Ada","tags":["vip"]}\n',
  },
};

/** GET works with read tokens and links; POST needs a token that can write, like every operation with a body. */
export const exports = [
  route('POST /lists/:list/exports', ExportSubscribersDocument, SUBSCRIBERS, {
    example: { format: 'csv', columns: ['email', 'first_name', 'tags'] },
  }),
  route('GET /lists/:list/exports', DownloadSubscribersDocument, SUBSCRIBERS),
];

export const forms = [
  route('GET /forms', FormsDocument, page),
  route('POST /forms', CreateFormDocument, created, { example: NEW_FORM }),
  route('POST /forms/preview', PreviewFormDocument, one, {
    example: { kind: 'popup', design: 'bold', title: 'Join us' },
  }),
  route('GET /forms/:form', FormDocument, one),
  route('GET /forms/:form/sign-ups', FormSignUpsDocument, pageOf('signUps')),
  route('PATCH /forms/:form', UpdateFormDocument, one, { example: { button: 'Yes, please', proof_of_work: true } }),
  route('DELETE /forms/:form', DeleteFormDocument, gone),
];
