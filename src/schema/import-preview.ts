import { detectedMapping, type ImportPreview } from '../domain/imports/preview-import.ts';
import { inFull } from '../errors.ts';
import { builder } from './builder.ts';
import { IN_FULL, PreviewSkippedValue } from './import-problems.ts';
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
    format: t.field({
      type: 'JSON',
      nullable: true,
      description: 'How the column is read, as given or detected. Null: as any column of its type.',
      resolve: ({ format }) => format,
    }),
    dateFormats: t.exposeStringList('dateFormats', {
      description: 'The formats that fit its dates, if there is more than one. Choose one in `formats`.',
    }),
    decimals: t.exposeStringList('decimals', {
      description:
        'The decimal marks that fit its numbers, if each number could mean two, as `1.234`. Choose one in `formats`.',
    }),
  }),
});

const PreviewRow = builder.objectRef<ImportPreview['rows'][number]>('ImportPreviewRow').implement({
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'The number of the row in the file. The first row is 1.' }),
    email: t.exposeString('email', { nullable: true }),
    cells: t.exposeStringList('cells', { description: 'The cells, each cut to 200 characters.' }),
    issues: t.expose('issues', {
      type: [Issue],
      nullable: true,
      description: 'Present if the row would fail.',
      extensions: IN_FULL,
    }),
    skipped: t.expose('skipped', { type: [PreviewSkippedValue], description: 'What would be left out of the row.' }),
    message: t.string({
      nullable: true,
      resolve: ({ issues }) => issues && inFull(issues),
    }),
  }),
});

const EncodingReading = builder.objectRef<ImportPreview['readings'][number]>('ImportEncodingReading').implement({
  description: 'A way to read a file that does not say its encoding.',
  fields: (t) => ({
    encoding: t.exposeString('encoding'),
    samples: t.exposeStringList('samples', {
      description: 'A few cells with letters beyond ASCII, as they would be read.',
    }),
  }),
});

const UnknownStatus = builder
  .objectRef<ImportPreview['sample']['unknownStatuses'][number]>('ImportUnknownStatus')
  .implement({
    fields: (t) => ({ status: t.exposeString('status'), rows: t.exposeInt('rows') }),
  });

const Sample = builder.objectRef<ImportPreview['sample']>('ImportPreviewSample').implement({
  description: 'What would become of the first thousand rows.',
  fields: (t) => ({
    rows: t.exposeInt('rows', { description: 'How many rows were looked at.' }),
    isComplete: t.exposeBoolean('isComplete', { description: 'Whether these are all rows of the file.' }),
    subscribed: t.exposeInt('subscribed', {
      nullable: true,
      description:
        'How many people would be subscribed. Null while a problem blocks the import, as are the next three.',
    }),
    updated: t.exposeInt('updated', {
      nullable: true,
      description: 'How many people would keep their status, and get new data.',
    }),
    unsubscribed: t.exposeInt('unsubscribed', {
      nullable: true,
      description: 'How many people would be stored as people who left, or lose their subscription.',
    }),
    skipped: t.exposeInt('skipped', {
      nullable: true,
      description: 'How many rows are about people who left or never opted in, and would be skipped.',
    }),
    failed: t.exposeInt('failed', { description: 'How many rows would fail, the skipped ones among them.' }),
    skippedValues: t.exposeInt('skippedValues', { description: 'The number of values that would be left out.' }),
    confirmations: t.exposeInt('confirmations', { description: 'How many confirmation e-mails would be sent.' }),
    unknownStatuses: t.expose('unknownStatuses', {
      type: [UnknownStatus],
      description: 'Words of the status column whose meaning is not known. Map them in `statuses`.',
    }),
  }),
});

const Problem = builder.objectRef<ImportPreview['problems'][number]>('ImportPreviewProblem').implement({
  description: 'A question about the file. An import is refused until it is answered.',
  fields: (t) => ({
    column: t.exposeString('column', {
      nullable: true,
      description: 'The column, as `mapping` names it. Null for a problem of the whole file.',
    }),
    issues: t.field({ type: [Issue], extensions: IN_FULL, resolve: ({ issue }) => [issue] }),
    message: t.string({ resolve: ({ issue }) => inFull([issue]) }),
  }),
});

export const Preview = builder.objectRef<ImportPreview>('ImportPreview').implement({
  description: 'A preview of an import, made from the beginning of the file.',
  fields: (t) => ({
    encoding: t.exposeString('encoding', { description: 'In which the file is read, as given or detected.' }),
    readings: t.expose('readings', {
      type: [EncodingReading],
      description:
        'Encodings in which the file may be written, the likeliest first. Empty if its encoding is sure; one if it is likely.',
    }),
    delimiter: t.exposeString('delimiter'),
    hasHeader: t.exposeBoolean('hasHeader'),
    columns: t.expose('columns', { type: [PreviewColumn] }),
    mapping: t.field({
      type: 'JSONObject',
      description:
        'The mapping that was detected, without the columns in `problems`. Change it if needed, and send it with the import.',
      resolve: (preview) => detectedMapping(preview),
    }),
    warnings: t.exposeStringList('warnings'),
    problems: t.expose('problems', {
      type: [Problem],
      description: 'Why an import would be refused: a column may say who left, or none has the addresses.',
    }),
    formats: t.field({
      type: 'JSONObject',
      description: 'The formats that were detected. Change them if needed, and send them with the import.',
      resolve: ({ columns }) =>
        Object.fromEntries(columns.flatMap(({ name, format }) => (format ? [[name, format]] : []))),
    }),
    rows: t.expose('rows', { type: [PreviewRow], description: 'The first 20 rows.' }),
    sample: t.expose('sample', { type: Sample }),
  }),
});
