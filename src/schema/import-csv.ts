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
    name: t.exposeString('name', {
      description: 'The name in the header. Without a header, the number of the column.',
    }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The field that the column goes to. Null if the column is left out.',
    }),
    samples: t.exposeStringList('samples'),
  }),
});

const PreviewRow = builder.objectRef<ImportPreview['rows'][number]>('ImportPreviewRow').implement({
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'The number of the row in the file. The first row is 1.' }),
    email: t.exposeString('email', { nullable: true }),
    cells: t.exposeStringList('cells', { description: 'The cells, each cut to 200 characters.' }),
    issues: t.expose('issues', { type: [Issue], nullable: true, description: 'Present if the row would fail.' }),
    message: t.string({
      nullable: true,
      resolve: ({ issues }) => issues && summary(issues.map((issue) => sentence(issue))),
    }),
  }),
});

const Preview = builder.objectRef<ImportPreview>('ImportPreview').implement({
  description: 'A preview of an import, made from the first 20 rows of the file.',
  fields: (t) => ({
    encoding: t.exposeString('encoding'),
    delimiter: t.exposeString('delimiter'),
    hasHeader: t.exposeBoolean('hasHeader'),
    columns: t.expose('columns', { type: [PreviewColumn] }),
    mapping: t.field({
      type: 'JSONObject',
      description: 'The mapping that was detected. Change it if needed, and send it with the import.',
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
  csv: arg.string({ required: true, description: 'The file as text. In REST it is a stream of any size.' }),
  mapping: arg({
    type: 'JSON',
    description:
      'Maps the name or number of a column to a field, or to null to leave the column out. Default: detected from the header.',
  }),
  tags: arg.stringList({ description: 'Tags for every row.' }),
  resubscribe: arg.boolean({
    description: 'Whether people who unsubscribed or bounced are subscribed again. People who complained never are.',
  }),
  header: arg.boolean({
    description: 'Whether the first row is a header. Default: true unless the first row contains an address.',
  }),
  delimiter: arg.string({ description: 'A comma, a semicolon, a tab or |. Default: detected.' }),
  encoding: arg.string({ description: 'utf-8, utf-16le, utf-16be or windows-1252. Default: detected.' }),
});

builder.queryField('previewImport', (t) =>
  t.field({
    type: Preview,
    nullable: true,
    description: 'Reads the beginning of a CSV file as `importCsv` would. Nothing is saved.',
    args: csvArgs(t.arg),
    resolve: (_, { listId, csv, ...options }, { scope }) => orNull(previewImport(scope, listId, csv, options)),
  }),
);

builder.mutationFields((t) => ({
  importCsv: t.field({
    type: Import,
    description:
      'Imports a CSV file into a list, in the background. Nothing is applied before the whole file is received.',
    args: { ...csvArgs(t.arg), fileName: t.arg.string() },
    resolve: (_, { listId, csv, ...options }, { scope }) => importCsv(scope, listId, csv, options),
  }),
  receiveImport: t.field({
    type: Import,
    description: 'Receives a CSV file as an import that waits for up to a day to be started.',
    args: { ...csvArgs(t.arg), fileName: t.arg.string() },
    resolve: (_, { listId, csv, ...options }, { scope }) => receiveImport(scope, listId, csv, options),
  }),
  startImport: t.field({
    type: Import,
    description: 'Starts an import that was received. Starting it twice changes nothing.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => startImport(scope, id),
  }),
  discardImport: t.field({
    type: DeletePayload,
    description: 'Deletes an import that was received but not started. Fails with CONFLICT once it was started.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(discardImport(scope, id)),
  }),
}));
