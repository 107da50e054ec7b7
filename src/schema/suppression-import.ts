import {
  type SuppressionImport as Done,
  type SuppressionError as FailedRow,
  importSuppressions,
} from '../domain/imports/import-suppressions.ts';
import { inFull } from '../errors.ts';
import { builder } from './builder.ts';
import { IN_FULL } from './import-problems.ts';
import { Issue } from './issue.ts';
import { SuppressionReason } from './suppression.ts';

const SuppressionError = builder.objectRef<FailedRow>('SuppressionImportError').implement({
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'The row number in the file, starting at 1.' }),
    email: t.exposeString('email', { description: 'The e-mail address as sent.' }),
    issues: t.expose('issues', { type: [Issue], extensions: IN_FULL }),
    message: t.string({ resolve: ({ issues }) => inFull(issues) }),
  }),
});

const SuppressionImport = builder.objectRef<Done>('SuppressionImport').implement({
  description: 'The result of importing a file of addresses.',
  fields: (t) => ({
    rows: t.exposeInt('rows'),
    added: t.exposeInt('added'),
    existing: t.exposeInt('existing', {
      description: 'Addresses that were already suppressed, duplicates, and addresses of erased people.',
    }),
    failed: t.exposeInt('failed', { description: 'The number of rows without a valid address.' }),
    errors: t.expose('errors', { type: [SuppressionError], description: 'The first 100 failed rows.' }),
  }),
});

const ImportSuppressionsInput = builder.inputType('ImportSuppressionsInput', {
  fields: (t) => ({
    csv: t.string({ required: true, description: 'The file as text.' }),
    reason: t.field({
      type: SuppressionReason,
      defaultValue: 'manual',
      description: 'For rows without a reason in a column `reason`. Default: MANUAL.',
    }),
    mapping: t.field({ type: 'JSON', description: 'Names the column of addresses: `{"Adresse": "email"}`.' }),
    header: t.boolean({
      description: 'Whether the first row is a header. Default: true unless the first row contains an e-mail address.',
    }),
    delimiter: t.string({ description: 'A comma, a semicolon, a tab or |. Default: detected.' }),
    encoding: t.string({
      description:
        'A label from the WHATWG Encoding standard, such as windows-1250 or shift_jis, or a DOS code page, such as cp850. Default: detected.',
    }),
  }),
});

builder.mutationField('importSuppressions', (t) =>
  t.field({
    type: SuppressionImport,
    description:
      'Suppresses the addresses of a CSV file. Existing suppressions are unchanged. If the file cannot be read, nothing is added.',
    args: { input: t.arg({ type: ImportSuppressionsInput, required: true }) },
    resolve: (_, { input: { csv, ...options } }, { scope }) => importSuppressions(scope, csv, options),
  }),
);
