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

export const OnInvalid = wireEnum('ImportOnInvalid', 'What is done about a value that is not valid.', ON_INVALID);

type ArgBuilder = Parameters<Parameters<typeof builder.mutationField>[1]>[0]['arg'];

/** How a file is to be read: all of it is found out where nothing is said. */
const csvArgs = (arg: ArgBuilder) => ({
  listId: arg.id({ required: true }),
  csv: arg.string({ required: true, description: 'The file as text. In REST it is a stream of any size.' }),
  mapping: arg({
    type: 'JSON',
    description:
      'Maps the name or number of a column to a field, or to null to ignore the column. Default: detected from the header. A column that may say who left or never opted in must be mapped or ignored.',
  }),
  tags: arg.stringList({ description: 'Tags for every row.' }),
  statuses: arg({
    type: 'JSON',
    description: 'Maps words of status and opt-in columns to statuses, beside the words of other products.',
  }),
  importUnsubscribed: arg.boolean({
    description:
      'Whether people who unsubscribed, bounced or complained elsewhere are stored as such. Default: their rows fail.',
  }),
  formats: arg({
    type: 'JSON',
    description:
      'Maps the name or number of a column to how it is written: `{decimal}`, `{date}` or `{yes, no}`. Default: detected.',
  }),
  onInvalid: arg({
    type: OnInvalid,
    description: 'By default the value is left out and the row is kept.',
  }),
  confirmed: arg.boolean({
    description: 'Whether the people have confirmed elsewhere, so that they are sent no confirmation.',
  }),
  consent: arg.string({ description: 'How the people agreed to be written to. It is kept with each subscription.' }),
  resubscribe: arg.boolean({
    description: 'Whether people who unsubscribed or bounced are subscribed again. People who complained never are.',
  }),
  header: arg.boolean({
    description: 'Whether the first row is a header. Default: true unless the first row contains an address.',
  }),
  delimiter: arg.string({ description: 'A comma, a semicolon, a tab or |. Default: detected.' }),
  encoding: arg.string({
    description:
      'A label of the WHATWG Encoding standard, such as windows-1250 or shift_jis, or a code page of DOS, such as cp850. Default: detected.',
  }),
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
    args: { ...csvArgs(t.arg), fileName: t.arg.string({ description: 'Under which it is listed.' }) },
    resolve: (_, { listId, csv, ...options }, { scope }) => importCsv(scope, listId, csv, options),
  }),
  receiveImport: t.field({
    type: Import,
    description: 'Receives a CSV file as an import that waits for up to a day to be started.',
    args: { ...csvArgs(t.arg), fileName: t.arg.string({ description: 'Under which it is listed.' }) },
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
