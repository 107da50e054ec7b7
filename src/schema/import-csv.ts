import { ON_INVALID } from '../domain/audience/batch-options.ts';
import { orNull } from '../domain/found.ts';
import { previewImport } from '../domain/imports/preview-import.ts';
import { importCsv, receiveImport } from '../domain/imports/receive-import.ts';
import { discardImport, startImport } from '../domain/imports/start-import.ts';
import { builder, type InputFields } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { Import } from './import.ts';
import { Preview } from './import-preview.ts';
import { ImportColumnInput, ImportStatusWordInput, previewWithSettings, withSettings } from './import-settings.ts';

export const OnInvalid = wireEnum('ImportOnInvalid', 'How an import handles an invalid value.', ON_INVALID);

/** Options for reading a file. Missing ones are detected. */
const csvFields = (t: InputFields) => ({
  listId: t.id({ required: true, description: 'The id of the list.' }),
  csv: t.string({ required: true, description: 'The file as text.' }),
  columns: t.field({
    type: [ImportColumnInput],
    description:
      'How to read columns. Others are detected from the header and their cells. A column that may hold unsubscribes or missing opt-ins needs a target.',
  }),
  mapping: t.field({
    type: 'JSON',
    description:
      'The targets of `columns` as JSON: maps the name or number of a column to a field, or to null to ignore the column.',
  }),
  tags: t.stringList({ description: 'Tags for every row.' }),
  statusWords: t.field({
    type: [ImportStatusWordInput],
    description: 'Words in status and opt-in columns, in addition to the words used by other products.',
  }),
  statuses: t.field({
    type: 'JSON',
    description: 'The `statusWords` as JSON: maps words to statuses.',
  }),
  importUnsubscribed: t.boolean({
    description:
      'Whether to import people who unsubscribed, bounced or complained elsewhere with that status. Default: their rows fail.',
  }),
  formats: t.field({
    type: 'JSON',
    description:
      'The formats of `columns` as JSON: maps the name or number of a column to `{decimal}`, `{date}` or `{yes, no}`.',
  }),
  onInvalid: t.field({
    type: OnInvalid,
    description: 'What to do about an invalid value. Default: skip the value and keep the row.',
  }),
  confirmed: t.boolean({
    description: 'Whether the people already confirmed elsewhere. If so, they get no confirmation e-mail.',
  }),
  consent: t.string({ description: 'How the people gave consent. Stored with each subscription.' }),
  resubscribe: t.boolean({
    description:
      'Whether to resubscribe people who unsubscribed or bounced. People who complained are never resubscribed.',
  }),
  header: t.boolean({
    description: 'Whether the first row is a header. Default: true unless the first row contains an e-mail address.',
  }),
  delimiter: t.string({ description: 'A comma, a semicolon, a tab or |. Default: detected.' }),
  encoding: t.string({
    description:
      'A label from the WHATWG Encoding standard, such as windows-1250 or shift_jis, or a DOS code page, such as cp850. Default: detected.',
  }),
});

const fileFields = (t: InputFields) => ({
  ...csvFields(t),
  fileName: t.string({ description: 'Shown in the list of imports.' }),
});

const PreviewImportInput = builder.inputType('PreviewImportInput', { fields: csvFields });

const ImportCsvInput = builder.inputType('ImportCsvInput', { fields: fileFields });

const ReceiveImportInput = builder.inputType('ReceiveImportInput', { fields: fileFields });

builder.queryField('previewImport', (t) =>
  t.field({
    type: Preview,
    nullable: true,
    description: 'Previews the import of a CSV file from its beginning. Saves nothing.',
    args: { input: t.arg({ type: PreviewImportInput, required: true }) },
    resolve: (_, { input: { listId, csv, ...options } }, { scope }) =>
      orNull(previewWithSettings(options, (settings) => previewImport(scope, listId, csv, settings))),
  }),
);

builder.mutationFields((t) => ({
  importCsv: t.field({
    type: Import,
    description:
      'Imports a CSV file into a list in the background. Nothing is applied before the whole file has arrived.',
    args: { input: t.arg({ type: ImportCsvInput, required: true }) },
    resolve: (_, { input: { listId, csv, ...options } }, { scope }) =>
      withSettings(options, (settings) => importCsv(scope, listId, csv, settings)),
  }),
  receiveImport: t.field({
    type: Import,
    description: 'Uploads a CSV file as a draft import. Start it within a day.',
    args: { input: t.arg({ type: ReceiveImportInput, required: true }) },
    resolve: (_, { input: { listId, csv, ...options } }, { scope }) =>
      withSettings(options, (settings) => receiveImport(scope, listId, csv, settings)),
  }),
  startImport: t.field({
    type: Import,
    description:
      'Starts an uploaded import. Fails with CONFLICT (`FILE_INCOMPLETE` or `ENDED`) before its upload is complete, and once it has failed or was cancelled. Starting it again has no effect.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => startImport(scope, id),
  }),
  discardImport: t.field({
    type: DeletePayload,
    description:
      'Deletes an uploaded import that has not been started. Fails with CONFLICT (`ALREADY_STARTED`) if it has.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(discardImport(scope, id)),
  }),
}));
