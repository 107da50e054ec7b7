import {
  CancelImportDocument,
  DiscardImportDocument,
  ImportDocument,
  ImportErrorsDocument,
  ImportFailedRowsDocument,
  ImportSkippedValuesDocument,
  ImportsDocument,
  PreviewImportDocument,
  ReceiveImportDocument,
  StartImportDocument,
} from '../../generated/documents.ts';
import { answer, one, page, pageOf, refining, shownAs, unlessConflict } from '../answer.ts';
import { metaSchema } from '../openapi/envelopes.ts';
import { type JsonSchema, reference } from '../openapi/json-schema.ts';
import { listOf, object, propertyOf, refined, split, withDetails } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

type Import = ValueOf<typeof ImportDocument>;

/** The failure of the whole import comes before its rows, as an error without a row. */
export const importView = ({ failureReason, errors, ...view }: Import) => ({
  ...view,
  errors: failureReason === null ? errors : [{ row: null, email: null, message: failureReason }, ...errors],
});

const ROW = { minimum: 1 };
const ROW_OR_NONE = {
  ...ROW,
  type: ['integer', 'null'],
  description: 'The number of the row in the file. Null if the whole import failed.',
};

/** The schema of an import. */
export function importSchema(schema: JsonSchema): JsonSchema {
  const [, shown] = split(schema, 'failureReason');
  const errors = { items: withDetails({ row: ROW_OR_NONE }) };
  return reference('SubscriberImport', refined(object(shown), withDetails({ errors })));
}

const single = shownAs(one, importView, importSchema);

const several = shownAs(
  page,
  ({ nodes, totalCount }: ValueOf<typeof ImportsDocument>) => ({ nodes: nodes.map(importView), totalCount }),
  (connection) => object({ nodes: listOf(importSchema(propertyOf(connection, 'nodes'))) }),
);

const created = answer(
  ({ total, warnings, ...view }: ValueOf<typeof StartImportDocument>) => ({
    status: 202,
    body: { data: importView(view), meta: { queued: total, warnings } },
  }),
  (value) => {
    const [{ total, warnings }, view] = split(value, 'total', 'warnings');
    return { 202: metaSchema(importSchema(object(view)), { queued: total, warnings }) };
  },
);

const errors = refining(
  pageOf('errors'),
  withDetails({ errors: withDetails({ nodes: { items: withDetails({ row: ROW }) } }) }),
);

const skipped = refining(
  pageOf('skipped'),
  withDetails({ skipped: withDetails({ nodes: { items: withDetails({ row: ROW }) } }) }),
);

const FAILED_ROWS = {
  name: 'failed-rows',
  types: { csv: 'text/csv; charset=utf-8; header=present' },
  examples: { csv: 'email,first_name,error\r\nada@,Ada,The email field must be a valid email address.\r\n' },
};

const preview = refining(
  one,
  withDetails({
    mapping: { additionalProperties: { type: ['string', 'null'] } },
    rows: {
      description: 'The first 20 rows.',
      items: withDetails({ row: ROW, message: { description: 'Why the row would fail.' } }),
    },
  }),
);

const STEPS = { receive: ReceiveImportDocument, discard: DiscardImportDocument, as: 'import' } as const;

export const imports = [
  route('POST /lists/:list/imports', StartImportDocument, unlessConflict(created), {
    upload: STEPS,
    description:
      'Imports a file of people into a list. The server receives the whole file first, then processes its rows in the background. Read the import to follow its progress. Returns 409 (`ended`) if the import is cancelled meanwhile.',
  }),
  route('POST /lists/:list/imports/preview', PreviewImportDocument, preview, { upload: 'straight' }),
  route('GET /imports', ImportsDocument, several),
  route('GET /imports/:import', ImportDocument, single),
  route('GET /imports/:import/errors', ImportErrorsDocument, errors),
  route('GET /imports/:import/skipped-values', ImportSkippedValuesDocument, skipped),
  route('GET /imports/:import/failed-rows', ImportFailedRowsDocument, FAILED_ROWS),
  route('POST /imports/:import/cancel', CancelImportDocument, unlessConflict(single)),
];
