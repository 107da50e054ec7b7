import {
  CancelImportDocument,
  ImportDocument,
  ImportErrorsDocument,
  type ImportErrorsQuery,
  type ImportFragment,
  ImportsDocument,
} from '../../generated/documents.ts';
import { answer, one, page } from '../answer.ts';
import { messageOf } from '../errors.ts';
import { type JsonSchema, reference } from '../openapi/json-schema.ts';
import { dataSchema, pageSchema } from '../openapi/responses.ts';
import { PAGES, route } from '../route.ts';

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
  row: { type: ['integer', 'null'], minimum: 1, description: 'The first row is 1; null for the import as a whole.' },
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
  ({ errors: { nodes, totalCount } }: ImportErrorsQuery['import'], links) =>
    page({ nodes: nodes.map(errorView), totalCount } as never, links),
  () => ({ 200: pageSchema({ type: 'array', items: ERROR }) }),
);

export const imports = [
  route('GET /imports', ImportsDocument, several, PAGES),
  route('GET /imports/:import', ImportDocument, single()),
  route('GET /imports/:import/errors', ImportErrorsDocument, errors, PAGES),
  route('POST /imports/:import/cancel', CancelImportDocument, single({ 409: reference('Error') })),
];
