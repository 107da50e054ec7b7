import { orNull } from '../domain/found.ts';
import { listImportErrors } from '../domain/imports/import-errors.ts';
import { cancelImport, IMPORT_STATUSES, readImport } from '../domain/imports/imports.ts';
import { IMPORT_ORDER_FIELDS, listImports } from '../domain/imports/list-imports.ts';
import { listSkippedValues } from '../domain/imports/skipped-values.ts';
import { builder } from './builder.ts';
import { IN_STATUS, IN_STATUSES } from './by-status.ts';
import { deprecatedArgument, ONE_STATUS } from './deprecations.ts';
import { wireEnum } from './enums.ts';
import { ImportError, ImportSkippedValue } from './import-problems.ts';
import { List } from './list.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { ImportFailure } from './reason-code.ts';
import { allImportChanges, importChanges } from './streams.ts';
import { Warning, warnings } from './warning.ts';

const Status = wireEnum('ImportStatus', 'The status of an import.', IMPORT_STATUSES, {
  draft: 'No row is processed yet. The file is still arriving, or the import waits for its start or for a worker.',
  processing: 'Rows are being processed.',
  completed: 'All rows are processed; some may have failed.',
  failed: 'The import ended early. Processed rows remain.',
  cancelled: 'The import was cancelled. Processed rows remain.',
});

export const Import = builder.prismaObject('Import', {
  description: 'An import of rows into a list, run in the background.',
  interfaces: [Node],
  fields: (t) => ({
    status: t.expose('status', { type: Status }),
    fileName: t.exposeString('fileName'),
    listId: t.exposeID('listId'),
    list: t.field({
      type: List,
      nullable: true,
      description: 'Null once the list is deleted.',
      resolve: ({ listId }, _, { loaders }) => loaders.list.load(listId),
    }),
    total: t.exposeInt('total', {
      description: 'The number of rows. While the file is arriving: the number of rows received so far.',
    }),
    digest: t.exposeString('digest', {
      nullable: true,
      description: 'The SHA-256 digest of the file in hexadecimal. Null until the file is complete.',
    }),
    warnings: t.field({
      type: [Warning],
      description: 'Notes on parts of the file that are left out.',
      resolve: (one) => warnings(one.warnings),
    }),
    processed: t.exposeInt('processed', { description: 'The number of processed rows: added + updated + failed.' }),
    added: t.exposeInt('added'),
    updated: t.exposeInt('updated'),
    failed: t.exposeInt('failed', { description: 'The number of failed rows, including skipped rows.' }),
    skipped: t.exposeInt('skippedRows', {
      description: 'The number of failed rows about people who unsubscribed or never opted in, according to the file.',
    }),
    failureReason: t.exposeString('failureReason', { nullable: true, description: 'Why the whole import failed.' }),
    failureCode: t.field({
      type: ImportFailure.type,
      nullable: true,
      description: '`failureReason` for programs. Null unless the import failed.',
      resolve: ({ failureReason }) => ImportFailure.codeOf(failureReason),
    }),
    firstErrors: t.field({
      type: [ImportError],
      description: 'The first 100 failed rows.',
      resolve: ({ id, failed }, _, { loaders }) => (failed > 0 ? loaders.firstErrors.load(id) : []),
    }),
    errors: t.connection({
      type: ImportError,
      description: 'The failed rows, in file order.',
      args: { offset: t.arg.int() },
      resolve: ({ id }, args, { scope }) => connection(listImportErrors(scope, id, args)),
    }),
    skippedValuesCount: t.exposeInt('skippedValues', {
      description: 'The number of invalid values that were left out. Their rows did not fail.',
    }),
    skippedValues: t.connection({
      type: ImportSkippedValue,
      description: 'The first 100,000 left-out values, in file order.',
      args: { offset: t.arg.int() },
      resolve: ({ id }, args, { scope }) => connection(listSkippedValues(scope, id, args)),
    }),
    confirmed: t.exposeBoolean('confirmed', {
      description: 'Whether its people count as confirmed and got no confirmation e-mail.',
    }),
    consent: t.exposeString('consent', {
      nullable: true,
      description: 'How its people gave consent, as stated for the import.',
    }),
    url: t.field({
      type: 'URL',
      description: 'The address of the import in the REST API.',
      resolve: ({ id }, _, { rest }) => `${rest}/imports/${id}`,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
});

const ImportOrder = orderInput('Import', IMPORT_ORDER_FIELDS);

const filters = builder.args((t) => ({
  statuses: t.field({ type: [Status], description: IN_STATUSES }),
  status: t.field({ type: Status, description: IN_STATUS, ...deprecatedArgument(ONE_STATUS) }),
  orderBy: t.field({ type: ImportOrder }),
  offset: t.int(),
}));

builder.prismaObjectField(List, 'imports', (t) =>
  t.connection({
    type: Import,
    description: 'The imports into the list. Default order: newest first.',
    args: filters,
    resolve: ({ id }, request, { loaders }) => connection(loaders.importsOfList.load({ owner: id, request })),
  }),
);

builder.queryFields((t) => ({
  import: t.field({
    type: Import,
    nullable: true,
    description: 'An import and its progress, by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readImport(scope, id)),
  }),
  imports: t.connection({
    type: Import,
    description: 'The imports of the team. Default order: newest first.',
    args: {
      listId: t.arg.id({ description: 'Only imports into this list. An unknown id returns an empty page.' }),
      ...filters,
    },
    resolve: (_, args, { scope }) => connection(listImports(scope, args)),
  }),
}));

builder.mutationField('cancelImport', (t) =>
  t.field({
    type: Import,
    description:
      'Cancels an import. Processed rows remain. Fails with CONFLICT (`ENDED`) if the import is completed or has failed.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => cancelImport(scope, id),
  }),
);

builder.subscriptionField('importProgressed', (t) =>
  t.field({
    type: Import,
    description: 'The import, now and after each change. Ends when the import ends.',
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, context) => importChanges(context, id),
    resolve: (progressed) => progressed,
  }),
);

builder.subscriptionField('importChanged', (t) =>
  t.field({
    type: Import,
    description: 'Sends each import that starts, progresses or ends, for the team or one list.',
    args: {
      listId: t.arg.id({ description: 'Only imports into this list. An unknown id fails with NOT_FOUND.' }),
    },
    subscribe: (_, { listId }, context) => allImportChanges(context, listId),
    resolve: (changed) => changed,
  }),
);
