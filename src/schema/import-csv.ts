import { orNull } from '../domain/found.ts';
import { type ImportPreview, previewImport } from '../domain/imports/preview-import.ts';
import { importCsv, receiveImport } from '../domain/imports/receive-import.ts';
import { discardImport, startImport } from '../domain/imports/start-import.ts';
import { sentence, summary } from '../errors.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { Import } from './import.ts';
import { Issue } from './issue.ts';

const PreviewColumn = builder.objectRef<ImportPreview['columns'][number]>('ImportPreviewColumn').implement({
  fields: (t) => ({
    name: t.exposeString('name', { description: 'From the header; the number of the column where there is none.' }),
    field: t.exposeString('field', { nullable: true, description: 'Where it goes; null when it is left out.' }),
    samples: t.exposeStringList('samples'),
  }),
});

const PreviewRow = builder.objectRef<ImportPreview['rows'][number]>('ImportPreviewRow').implement({
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'As in the file, whose first row is 1.' }),
    email: t.exposeString('email', { nullable: true }),
    cells: t.exposeStringList('cells', { description: 'Each cut to 200 characters.' }),
    issues: t.expose('issues', { type: [Issue], nullable: true, description: 'Present when it would fail.' }),
    message: t.string({
      nullable: true,
      resolve: ({ issues }) => issues && summary(issues.map((issue) => sentence(issue))),
    }),
  }),
});

const Preview = builder.objectRef<ImportPreview>('ImportPreview').implement({
  description: 'What an import of a file would be like, by its first 20 rows.',
  fields: (t) => ({
    encoding: t.exposeString('encoding'),
    delimiter: t.exposeString('delimiter'),
    hasHeader: t.exposeBoolean('hasHeader'),
    columns: t.expose('columns', { type: [PreviewColumn] }),
    mapping: t.field({
      type: 'JSONObject',
      description: 'The mapping that was found, to be changed and sent with the import.',
      resolve: ({ columns }) => Object.fromEntries(columns.map(({ name, field }) => [name, field])),
    }),
    warnings: t.exposeStringList('warnings'),
    rows: t.expose('rows', { type: [PreviewRow] }),
  }),
});

type ArgBuilder = Parameters<Parameters<typeof builder.mutationField>[1]>[0]['arg'];

/** How a file is to be read: all of it is found out where nothing is said. */
const csvArgs = (arg: ArgBuilder) => ({
  listId: arg.id({ required: true }),
  csv: arg.string({ required: true, description: 'The file as text; in REST a stream of any size.' }),
  mapping: arg({
    type: 'JSON',
    description: 'Column name or number → field, null to leave it out. By the header otherwise.',
  }),
  tags: arg.stringList({ description: 'For every row.' }),
  resubscribe: arg.boolean({ description: 'Takes back who unsubscribed or bounced; never who complained.' }),
  header: arg.boolean({ description: 'Whether the first row names the columns: it does unless it holds an address.' }),
  delimiter: arg.string({ description: 'Comma, semicolon, tab or |.' }),
  encoding: arg.string({ description: 'utf-8, utf-16le, utf-16be or windows-1252.' }),
});

builder.queryField('previewImport', (t) =>
  t.field({
    type: Preview,
    nullable: true,
    description: 'Reads the beginning of a CSV file as importCsv would, and saves nothing.',
    args: csvArgs(t.arg),
    resolve: (_, { listId, csv, ...options }, { scope }) => orNull(previewImport(scope, listId, csv, options)),
  }),
);

builder.mutationFields((t) => ({
  importCsv: t.field({
    type: Import,
    description: 'Imports a CSV file onto a list, in the background. Nothing is applied before all of it is there.',
    args: { ...csvArgs(t.arg), fileName: t.arg.string() },
    resolve: (_, { listId, csv, ...options }, { scope }) => importCsv(scope, listId, csv, options),
  }),
  receiveImport: t.field({
    type: Import,
    description: 'Takes a CSV file in as a draft that waits to be started, for a day.',
    args: { ...csvArgs(t.arg), fileName: t.arg.string() },
    resolve: (_, { listId, csv, ...options }, { scope }) => receiveImport(scope, listId, csv, options),
  }),
  startImport: t.field({
    type: Import,
    description: 'Starts an import that was received. Starting twice changes nothing.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => startImport(scope, id),
  }),
  discardImport: t.field({
    type: DeletePayload,
    description: 'Throws a received import away, as if its file had not come. CONFLICT once it was started.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(discardImport(scope, id)),
  }),
}));
