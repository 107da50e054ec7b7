import { detectedMapping, type ImportPreview } from '../domain/imports/preview-import.ts';
import { inFull } from '../errors.ts';
import { builder } from './builder.ts';
import { ImportColumnFormat, ImportTarget } from './import-columns.ts';
import { IN_FULL, PreviewSkippedValue } from './import-problems.ts';
import { targetOf } from './import-settings.ts';
import { Issue } from './issue.ts';
import { Warning, warnings } from './warning.ts';

const PreviewColumn = builder.objectRef<ImportPreview['columns'][number]>('ImportPreviewColumn').implement({
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'The name in the header. Without a header, the column number.',
    }),
    number: t.exposeInt('number', {
      description: 'The number of the column in the file, starting at 1. `columns` takes it instead of the name.',
    }),
    target: t.field({
      type: ImportTarget,
      nullable: true,
      description: 'The target of the column. Null if a problem asks for it.',
      resolve: ({ field, isAsked }) => (isAsked ? null : targetOf(field)),
    }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The field for the column. Null if the column is ignored.',
    }),
    samples: t.exposeStringList('samples'),
    cellFormat: t.field({
      type: ImportColumnFormat,
      nullable: true,
      description: 'The form of the cells, as given or detected. Null: the standard form of the type.',
      resolve: ({ format }) => format,
    }),
    format: t.field({
      type: 'JSON',
      nullable: true,
      description: "The column's format, as given or detected. Null: the standard format of its type.",
      resolve: ({ format }) => format,
    }),
    possibleFormats: t.field({
      type: [ImportColumnFormat],
      description: 'The forms that fit all cells, if more than one does. Choose one as `format` of the column.',
      resolve: ({ dateFormats, decimals }) => [
        ...dateFormats.map((date) => ({ date })),
        ...decimals.map((decimal) => ({ decimal })),
      ],
    }),
    dateFormats: t.exposeStringList('dateFormats', {
      description: 'The matching date formats, if more than one matches. Choose one as `format` of the column.',
    }),
    decimals: t.exposeStringList('decimals', {
      description:
        'The possible decimal separators, if every number is ambiguous, such as `1.234`. Choose one as `format` of the column.',
    }),
  }),
});

const PreviewRow = builder.objectRef<ImportPreview['rows'][number]>('ImportPreviewRow').implement({
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'The row number in the file, starting at 1.' }),
    email: t.exposeString('email', { nullable: true }),
    cells: t.exposeStringList('cells', { description: 'The cells, each cut to 200 characters.' }),
    issues: t.expose('issues', {
      type: [Issue],
      nullable: true,
      description: 'Present if the row would fail.',
      extensions: IN_FULL,
    }),
    skipped: t.expose('skipped', {
      type: [PreviewSkippedValue],
      description: 'Values that would be left out of the row.',
    }),
    message: t.string({
      nullable: true,
      resolve: ({ issues }) => issues && inFull(issues),
    }),
  }),
});

const EncodingReading = builder.objectRef<ImportPreview['readings'][number]>('ImportEncodingReading').implement({
  description: 'A possible encoding of a file that does not declare one.',
  fields: (t) => ({
    encoding: t.exposeString('encoding'),
    samples: t.exposeStringList('samples', {
      description: 'A few cells with non-ASCII letters, decoded with this encoding.',
    }),
  }),
});

const UnknownStatus = builder
  .objectRef<ImportPreview['sample']['unknownStatuses'][number]>('ImportUnknownStatus')
  .implement({
    fields: (t) => ({ status: t.exposeString('status'), rows: t.exposeInt('rows') }),
  });

const Sample = builder.objectRef<ImportPreview['sample']>('ImportPreviewSample').implement({
  description: 'The expected result for the first thousand rows.',
  fields: (t) => ({
    rows: t.exposeInt('rows', { description: 'The number of rows checked.' }),
    isComplete: t.exposeBoolean('isComplete', { description: 'Whether all rows of the file were checked.' }),
    subscribed: t.exposeInt('subscribed', {
      nullable: true,
      description: 'People who would be subscribed.',
    }),
    updated: t.exposeInt('updated', {
      nullable: true,
      description: 'People who would keep their status and get new data.',
    }),
    unsubscribed: t.exposeInt('unsubscribed', {
      nullable: true,
      description: 'People who would be imported as unsubscribed, or lose their subscription.',
    }),
    skipped: t.exposeInt('skipped', {
      nullable: true,
      description: 'Rows that would be skipped: their people unsubscribed or never opted in.',
    }),
    failed: t.exposeInt('failed', { description: 'Rows that would fail, including skipped rows.' }),
    skippedValues: t.exposeInt('skippedValues', { description: 'Values that would be left out.' }),
    confirmations: t.exposeInt('confirmations', { description: 'Confirmation e-mails that would be sent.' }),
    unknownStatuses: t.expose('unknownStatuses', {
      type: [UnknownStatus],
      description: 'Unknown words in the status column. Map them in `statusWords`.',
    }),
  }),
});

const Problem = builder.objectRef<ImportPreview['problems'][number]>('ImportPreviewProblem').implement({
  description: 'A question about the file. It must be answered before the import.',
  fields: (t) => ({
    column: t.exposeString('column', {
      nullable: true,
      description: 'The column, named as in `columns`. Null for a problem of the whole file.',
    }),
    issues: t.field({ type: [Issue], extensions: IN_FULL, resolve: ({ issue }) => [issue] }),
    message: t.string({ resolve: ({ issue }) => inFull([issue]) }),
  }),
});

export const Preview = builder.objectRef<ImportPreview>('ImportPreview').implement({
  description: 'A preview of an import, based on the beginning of the file.',
  fields: (t) => ({
    encoding: t.exposeString('encoding', { description: "The file's encoding, as given or detected." }),
    readings: t.expose('readings', {
      type: [EncodingReading],
      description:
        'Possible encodings of the file, most likely first. Empty if the encoding is certain; a single entry if it is likely.',
    }),
    delimiter: t.exposeString('delimiter'),
    hasHeader: t.exposeBoolean('hasHeader'),
    columns: t.expose('columns', { type: [PreviewColumn] }),
    mapping: t.field({
      type: 'JSONObject',
      description:
        'The detected mapping, without the columns in `problems`. Change it if needed and send it with the import.',
      resolve: (preview) => detectedMapping(preview),
    }),
    warnings: t.field({ type: [Warning], resolve: (preview) => warnings(preview.warnings) }),
    problems: t.expose('problems', {
      type: [Problem],
      description:
        'Problems that block the import: a column may hold unsubscribes, or no column holds e-mail addresses.',
    }),
    formats: t.field({
      type: 'JSONObject',
      description: 'The detected formats. Change them if needed and send them with the import.',
      resolve: ({ columns }) =>
        Object.fromEntries(columns.flatMap(({ name, format }) => (format ? [[name, format]] : []))),
    }),
    rows: t.expose('rows', { type: [PreviewRow], description: 'The first 20 rows.' }),
    sample: t.expose('sample', { type: Sample }),
  }),
});
