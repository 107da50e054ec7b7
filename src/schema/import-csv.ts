import { ON_INVALID } from '../domain/audience/batch-options.ts';
import { orNull } from '../domain/found.ts';
import { previewImport } from '../domain/imports/preview-import.ts';
import { importCsv, receiveImport } from '../domain/imports/receive-import.ts';
import { discardImport, startImport } from '../domain/imports/start-import.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { Import } from './import.ts';
import { Preview } from './import-preview.ts';

export const OnInvalid = wireEnum('ImportOnInvalid', 'How an import handles an invalid value.', ON_INVALID);

type ArgBuilder = Parameters<Parameters<typeof builder.mutationField>[1]>[0]['arg'];

/** Options for reading a file. Missing ones are detected. */
const csvArgs = (arg: ArgBuilder) => ({
  listId: arg.id({ required: true }),
  csv: arg.string({ required: true, description: 'The file as text. In REST, a stream of any size.' }),
  mapping: arg({
    type: 'JSON',
    description:
      'Maps the name or number of a column to a field, or to null to ignore the column. Default: detected from the header. A column that may hold unsubscribes or missing opt-ins must be mapped or ignored.',
  }),
  tags: arg.stringList({ description: 'Tags for every row.' }),
  statuses: arg({
    type: 'JSON',
    description:
      'Maps words in status and opt-in columns to statuses, in addition to the words used by other products.',
  }),
  importUnsubscribed: arg.boolean({
    description:
      'Whether to import people who unsubscribed, bounced or complained elsewhere with that status. Default: their rows fail.',
  }),
  formats: arg({
    type: 'JSON',
    description:
      'Maps the name or number of a column to its format: `{decimal}`, `{date}` or `{yes, no}`. Default: detected.',
  }),
  onInvalid: arg({
    type: OnInvalid,
    description: 'Default: the import skips the value and keeps the row.',
  }),
  confirmed: arg.boolean({
    description: 'Whether the people already confirmed elsewhere. If so, they get no confirmation e-mail.',
  }),
  consent: arg.string({ description: 'How the people gave consent. Stored with each subscription.' }),
  resubscribe: arg.boolean({
    description:
      'Whether to resubscribe people who unsubscribed or bounced. People who complained are never resubscribed.',
  }),
  header: arg.boolean({
    description: 'Whether the first row is a header. Default: true unless the first row contains an e-mail address.',
  }),
  delimiter: arg.string({ description: 'A comma, a semicolon, a tab or |. Default: detected.' }),
  encoding: arg.string({
    description:
      'A label from the WHATWG Encoding standard, such as windows-1250 or shift_jis, or a DOS code page, such as cp850. Default: detected.',
  }),
});

builder.queryField('previewImport', (t) =>
  t.field({
    type: Preview,
    nullable: true,
    description: 'Previews the import of a CSV file from its beginning. Saves nothing.',
    args: csvArgs(t.arg),
    resolve: (_, { listId, csv, ...options }, { scope }) => orNull(previewImport(scope, listId, csv, options)),
  }),
);

builder.mutationFields((t) => ({
  importCsv: t.field({
    type: Import,
    description:
      'Imports a CSV file into a list in the background. Nothing is applied before the whole file has arrived.',
    args: { ...csvArgs(t.arg), fileName: t.arg.string({ description: 'Shown in the list of imports.' }) },
    resolve: (_, { listId, csv, ...options }, { scope }) => importCsv(scope, listId, csv, options),
  }),
  receiveImport: t.field({
    type: Import,
    description: 'Uploads a CSV file as a draft import. Start it within a day.',
    args: { ...csvArgs(t.arg), fileName: t.arg.string({ description: 'Shown in the list of imports.' }) },
    resolve: (_, { listId, csv, ...options }, { scope }) => receiveImport(scope, listId, csv, options),
  }),
  startImport: t.field({
    type: Import,
    description: 'Starts an uploaded import. Starting it again has no effect.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => startImport(scope, id),
  }),
  discardImport: t.field({
    type: DeletePayload,
    description: 'Deletes an uploaded import that has not been started. Fails with CONFLICT if it has.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(discardImport(scope, id)),
  }),
}));
