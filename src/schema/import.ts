import { orNull } from '../domain/found.ts';
import { type ImportError as FailedRow, listImportErrors } from '../domain/imports/import-errors.ts';
import { cancelImport, IMPORT_STATUSES, readImport } from '../domain/imports/imports.ts';
import { IMPORT_ORDER_FIELDS, listImports } from '../domain/imports/list-imports.ts';
import { sentence, summary } from '../errors.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { importChanges } from './import-changes.ts';
import { Issue } from './issue.ts';
import { List } from './list.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';

const Status = wireEnum('ImportStatus', 'How far an import came.', IMPORT_STATUSES);

const ImportError = builder.objectRef<FailedRow>('ImportError').implement({
  description: 'A row that failed, and why.',
  fields: (t) => ({
    id: t.id({
      description: 'Of the row, within its import: `node` does not find it.',
      resolve: ({ importId, row }) => `${importId}.${row}`,
    }),
    row: t.exposeInt('row', { description: 'As in the file, whose first row is 1.' }),
    email: t.exposeString('email', { nullable: true, description: 'As it was sent.' }),
    issues: t.expose('issues', { type: [Issue] }),
    message: t.string({ resolve: ({ issues }) => summary(issues.map((issue) => sentence(issue))) }),
  }),
});

export const Import = builder.prismaObject('Import', {
  description: 'Rows on their way onto a list, in the background.',
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
    total: t.exposeInt('total', { description: 'Rows in all; of a file that is still coming, those that are there.' }),
    digest: t.exposeString('digest', {
      nullable: true,
      description: 'SHA-256 of the file, in hex, once it is complete.',
    }),
    warnings: t.exposeStringList('warnings', { description: 'What of the file is left out.' }),
    processed: t.exposeInt('processed', { description: 'added + updated + failed.' }),
    added: t.exposeInt('added'),
    updated: t.exposeInt('updated'),
    failed: t.exposeInt('failed', { description: 'Rows that failed.' }),
    failureReason: t.exposeString('failureReason', { nullable: true, description: 'Why the whole import failed.' }),
    firstErrors: t.field({
      type: [ImportError],
      description: 'The first 100 rows that failed.',
      resolve: ({ id, failed }, _, { loaders }) => (failed > 0 ? loaders.firstErrors.load(id) : []),
    }),
    errors: t.connection({
      type: ImportError,
      description: 'The rows that failed, in their order.',
      args: { offset: t.arg.int() },
      resolve: ({ id }, args, { scope }) => connection(listImportErrors(scope, id, args)),
    }),
    url: t.string({
      description: 'Address of the import in REST.',
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
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readImport(scope, id)),
  }),
  imports: t.connection({
    type: Import,
    args: { listId: t.arg.id(), ...filters },
    resolve: (_, args, { scope }) => connection(listImports(scope, args)),
  }),
}));

builder.mutationField('cancelImport', (t) =>
  t.field({
    type: Import,
    description: 'Ends an import; what was done stays. An import that is completed or failed is a CONFLICT.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => cancelImport(scope, id),
  }),
);

builder.subscriptionField('importProgressed', (t) =>
  t.field({
    type: Import,
    description: 'How the import stands, now and after each change; ends once it is finished.',
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, context) => importChanges(context, id),
    resolve: (progressed) => progressed,
  }),
);
