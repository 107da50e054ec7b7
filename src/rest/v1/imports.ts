import {
  CancelImportDocument,
  DiscardImportDocument,
  ImportDocument,
  ImportErrorsDocument,
  type ImportErrorsQuery,
  type ImportFragment,
  ImportsDocument,
  PreviewImportDocument,
  type PreviewImportQuery,
  ReceiveImportDocument,
  StartImportDocument,
  type StartImportMutation,
} from '../../generated/documents.ts';
import { answer, one, page } from '../answer.ts';
import { messageOf } from '../errors.ts';
import { type JsonSchema, reference } from '../openapi/json-schema.ts';
import { dataSchema, pageSchema } from '../openapi/responses.ts';
import { PAGES, route, type UploadSteps } from '../route.ts';

type Nodes<Node> = { nodes: Node[]; totalCount: number };
type Failed = ImportFragment['errors'][number];

const errorView = ({ row, email, issues }: Failed) => ({ row, email, message: messageOf(issues) });

/** Why the import as a whole failed comes before its rows, as an error of none of them. */
export const importView = ({ failureReason, errors, ...view }: ImportFragment) => ({
  ...view,
  errors: [
    ...(failureReason == null ? [] : [{ row: null, email: null, message: failureReason }]),
    ...errors.map(errorView),
  ],
});

const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const COUNT = { type: 'integer', minimum: 0 };
const ERROR = object({
  row: { type: ['integer', 'null'], minimum: 1, description: 'As in the file; null for the import as a whole.' },
  email: { type: ['string', 'null'], description: 'As it was sent.' },
  message: { type: 'string' },
});

export const IMPORT = object({
  id: { type: 'string', format: 'uuid' },
  status: { type: 'string', enum: ['draft', 'processing', 'completed', 'failed', 'cancelled'] },
  file_name: { type: 'string' },
  ...{ processed: COUNT, added: COUNT, updated: COUNT, failed: COUNT },
  errors: { type: 'array', items: ERROR, description: 'The first 100.' },
  created_at: { type: 'string', format: 'date-time' },
  finished_at: { type: ['string', 'null'], format: 'date-time' },
  url: { type: 'string', format: 'uri' },
});

const single = (otherwise: Record<number, JsonSchema> = {}) =>
  answer(
    (value: ImportFragment, links) => one(importView(value) as never, links),
    () => ({ 200: dataSchema(IMPORT), ...otherwise }),
  );

const several = answer(
  ({ nodes, totalCount }: Nodes<ImportFragment>, links) =>
    page({ nodes: nodes.map(importView), totalCount } as never, links),
  () => ({ 200: pageSchema({ type: 'array', items: IMPORT }) }),
);

const errors = answer(
  ({ errors: { nodes, totalCount } }: NonNullable<ImportErrorsQuery['import']>, links) =>
    page({ nodes: nodes.map(errorView), totalCount } as never, links),
  () => ({ 200: pageSchema({ type: 'array', items: ERROR }) }),
);

const withMeta = (data: JsonSchema, meta: JsonSchema): JsonSchema => ({
  ...dataSchema(data),
  properties: { data, meta },
  required: ['data', 'meta'],
});

const filed = answer(
  ({ total, warnings, ...view }: StartImportMutation['startImport'], _links) => ({
    status: 202,
    body: { data: importView(view), meta: { queued: total, warnings } },
  }),
  () => ({ 202: withMeta(IMPORT, object({ queued: COUNT, warnings: TEXTS })) }),
);

type Preview = NonNullable<PreviewImportQuery['previewImport']>;
const TEXTS = { type: 'array', items: { type: 'string' } };

const preview = answer(
  ({ rows, ...view }: Preview, links) => {
    const shown = rows.map(({ issues, ...row }) => ({ ...row, message: issues ? messageOf(issues) : null }));
    return one({ ...view, rows: shown } as never, links);
  },
  () => ({ 200: dataSchema(PREVIEW) }),
);

const ROW_NUMBER = { type: 'integer', minimum: 1, description: 'As in the file, whose first row is 1.' };
const PREVIEW = object({
  ...{ encoding: { type: 'string' }, delimiter: { type: 'string' }, has_header: { type: 'boolean' } },
  columns: {
    type: 'array',
    items: object({ name: { type: 'string' }, field: { type: ['string', 'null'] }, samples: TEXTS }),
  },
  mapping: { type: 'object', additionalProperties: { type: ['string', 'null'] } },
  warnings: TEXTS,
  rows: {
    type: 'array',
    description: 'The first 20.',
    items: object({
      ...{ row: ROW_NUMBER, email: { type: ['string', 'null'] }, cells: TEXTS },
      message: { type: ['string', 'null'], description: 'Why it would fail.' },
    }),
  },
});

const STEPS = { receive: ReceiveImportDocument, discard: DiscardImportDocument, as: 'import' } as UploadSteps;

export const imports = [
  route('POST /lists/:list/imports', StartImportDocument, filed, { upload: STEPS }),
  route('POST /lists/:list/imports/preview', PreviewImportDocument, preview, { upload: 'straight' }),
  route('GET /imports', ImportsDocument, several, PAGES),
  route('GET /imports/:import', ImportDocument, single()),
  route('GET /imports/:import/errors', ImportErrorsDocument, errors, PAGES),
  route('POST /imports/:import/cancel', CancelImportDocument, single({ 409: reference('Error') })),
];
