import { orNull } from '../domain/found.ts';
import { listImportErrors } from '../domain/imports/import-errors.ts';
import { cancelImport, IMPORT_STATUSES, readImport } from '../domain/imports/imports.ts';
import { IMPORT_ORDER_FIELDS, listImports } from '../domain/imports/list-imports.ts';
import { listSkippedValues } from '../domain/imports/skipped-values.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { allImportChanges, importChanges } from './import-changes.ts';
import { ImportError, ImportSkippedValue } from './import-problems.ts';
import { List } from './list.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';

const Status = wireEnum('ImportStatus', 'The status of an import.', IMPORT_STATUSES, {
  draft:
    'No row is done yet: its file is arriving, it was not started, or it was started and a worker will take it soon.',
  processing: 'Rows are being done.',
  completed: 'All rows are done; some may have failed.',
  failed: 'The import ended before all rows were done. What was done stays.',
  cancelled: 'The import was cancelled. What was done stays.',
});

export const Import = builder.prismaObject('Import', {
  description: 'An import of rows into a list, in the background.',
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
      description: 'The number of all rows. While the file is being received, the number of rows received so far.',
    }),
    digest: t.exposeString('digest', {
      nullable: true,
      description: 'The SHA-256 of the file in hexadecimal. Null until the file is complete.',
    }),
    warnings: t.exposeStringList('warnings', { description: 'Notes on what is left out of the file.' }),
    processed: t.exposeInt('processed', { description: 'The number of rows that are done: added + updated + failed.' }),
    added: t.exposeInt('added'),
    updated: t.exposeInt('updated'),
    failed: t.exposeInt('failed', { description: 'The number of rows that failed, the skipped ones among them.' }),
    skipped: t.exposeInt('skippedRows', {
      description: 'Of the rows that failed, how many are about people who left or never opted in, as the file says.',
    }),
    failureReason: t.exposeString('failureReason', { nullable: true, description: 'Why the whole import failed.' }),
    firstErrors: t.field({
      type: [ImportError],
      description: 'The first 100 rows that failed.',
      resolve: ({ id, failed }, _, { loaders }) => (failed > 0 ? loaders.firstErrors.load(id) : []),
    }),
    errors: t.connection({
      type: ImportError,
      description: 'The rows that failed, in the order of the file.',
      args: { offset: t.arg.int() },
      resolve: ({ id }, args, { scope }) => connection(listImportErrors(scope, id, args)),
    }),
    skippedValuesCount: t.exposeInt('skippedValues', {
      description: 'The number of values that were left out, because they are not valid. Their rows did not fail.',
    }),
    skippedValues: t.connection({
      type: ImportSkippedValue,
      description: 'The values that were left out, in the order of the file: the first 100,000.',
      args: { offset: t.arg.int() },
      resolve: ({ id }, args, { scope }) => connection(listSkippedValues(scope, id, args)),
    }),
    confirmed: t.exposeBoolean('confirmed', {
      description: 'Whether its people count as confirmed, so that they were sent no confirmation.',
    }),
    consent: t.exposeString('consent', {
      nullable: true,
      description: 'How its people agreed to be written to, as the import was told.',
    }),
    url: t.string({
      description: 'The address of the import in REST.',
      resolve: ({ id }, _, { rest }) => `${rest}/imports/${id}`,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
});

const ImportOrder = orderInput('Import', IMPORT_ORDER_FIELDS);

const filters = builder.args((t) => ({
  status: t.field({ type: Status }),
  orderBy: t.field({ type: ImportOrder }),
  offset: t.int(),
}));

builder.prismaObjectField(List, 'imports', (t) =>
  t.connection({
    type: Import,
    description: 'The imports into the list, newest first by default.',
    args: filters,
    resolve: ({ id }, request, { loaders }) => connection(loaders.importsOfList.load({ owner: id, request })),
  }),
);

builder.queryFields((t) => ({
  import: t.field({
    type: Import,
    nullable: true,
    description: 'An import and its progress, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readImport(scope, id)),
  }),
  imports: t.connection({
    type: Import,
    description: 'The imports of the team, newest first unless ordered otherwise.',
    args: { listId: t.arg.id(), ...filters },
    resolve: (_, args, { scope }) => connection(listImports(scope, args)),
  }),
}));

builder.mutationField('cancelImport', (t) =>
  t.field({
    type: Import,
    description:
      'Ends an import. The rows that are done stay. Fails with CONFLICT if the import is completed or has failed.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => cancelImport(scope, id),
  }),
);

builder.subscriptionField('importProgressed', (t) =>
  t.field({
    type: Import,
    description: 'The import, now and after each change. Ends when the import is finished.',
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, context) => importChanges(context, id),
    resolve: (progressed) => progressed,
  }),
);

builder.subscriptionField('importChanged', (t) =>
  t.field({
    type: Import,
    description:
      'Each import that changes from now on, of the team or into a list: that is taken up, moves on, or ends.',
    args: { listId: t.arg.id() },
    subscribe: (_, { listId }, context) => allImportChanges(context, listId),
    resolve: (changed) => changed,
  }),
);
