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
    row: t.exposeInt('row', { description: 'The number of the row in the file. The first row is 1.' }),
    email: t.exposeString('email', { description: 'The address as it was sent.' }),
    issues: t.expose('issues', { type: [Issue], extensions: IN_FULL }),
    message: t.string({ resolve: ({ issues }) => inFull(issues) }),
  }),
});

const SuppressionImport = builder.objectRef<Done>('SuppressionImport').implement({
  description: 'What became of a file of addresses.',
  fields: (t) => ({
    rows: t.exposeInt('rows'),
    added: t.exposeInt('added'),
    existing: t.exposeInt('existing', {
      description: 'Addresses that were suppressed before, that come twice, or whose person was erased.',
    }),
    failed: t.exposeInt('failed', { description: 'The number of rows without a valid address.' }),
    errors: t.expose('errors', { type: [SuppressionError], description: 'The first 100 rows that failed.' }),
  }),
});

builder.mutationField('importSuppressions', (t) =>
  t.field({
    type: SuppressionImport,
    description:
      'Suppresses the addresses of a CSV file. Addresses that are suppressed already stay as they are. All are added, or none if the file cannot be read.',
    args: {
      csv: t.arg.string({ required: true, description: 'The file as text. In REST it is a stream.' }),
      reason: t.arg({
        type: SuppressionReason,
        description: 'Of addresses without one in a column `reason`. Manual by default.',
      }),
      mapping: t.arg({ type: 'JSON', description: 'Names the column with the addresses: `{"Adresse": "email"}`.' }),
      header: t.arg.boolean({
        description: 'Whether the first row is a header. Default: true unless the first row contains an address.',
      }),
      delimiter: t.arg.string({ description: 'A comma, a semicolon, a tab or |. Default: detected.' }),
      encoding: t.arg.string({
        description:
          'A label of the WHATWG Encoding standard, such as windows-1250 or shift_jis, or a code page of DOS, such as cp850. Default: detected.',
      }),
    },
    resolve: (_, { csv, ...options }, { scope }) => importSuppressions(scope, csv, options),
  }),
);
