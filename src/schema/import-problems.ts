import { writeFailedRows } from '../domain/imports/failed-rows.ts';
import type { ImportError as FailedRow } from '../domain/imports/import-errors.ts';
import type { ImportPreview } from '../domain/imports/preview-import.ts';
import type { ImportSkippedValue as Skipped } from '../domain/imports/skipped-values.ts';
import { inFull } from '../errors.ts';
import { builder } from './builder.ts';
import { csvFormArgs } from './csv-form-args.ts';
import { fileParts } from './file-parts.ts';
import { Issue } from './issue.ts';

/** The REST adapter writes all issues, not only the first one. */
export const IN_FULL = { inFull: true };

export const ImportError = builder.objectRef<FailedRow>('ImportError').implement({
  description: 'A failed row of an import.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the failed row. Unique across imports and types. Not available through `node`.',
      resolve: ({ importId, row }) => `${importId}.error.${row}`,
    }),
    row: t.exposeInt('row', { description: 'The row number in the file, starting at 1.' }),
    email: t.exposeString('email', { nullable: true, description: 'The e-mail address as sent.' }),
    issues: t.expose('issues', { type: [Issue], extensions: IN_FULL }),
    message: t.string({ description: 'All issues as text.', resolve: ({ issues }) => inFull(issues) }),
  }),
});

export const ImportSkippedValue = builder.objectRef<Skipped>('ImportSkippedValue').implement({
  description: 'An invalid value that an import skipped in a row.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the skipped value. Unique across imports and types. Not available through `node`.',
      resolve: ({ importId, number }) => `${importId}.skipped.${number}`,
    }),
    row: t.exposeInt('row', { description: 'The row number in the file, starting at 1.' }),
    email: t.exposeString('email', { description: 'The e-mail address as sent.' }),
    column: t.exposeString('column', { description: 'The name of the column.' }),
    value: t.exposeString('value', { description: 'The value as sent, cut to 500 characters.' }),
    issues: t.field({ type: [Issue], extensions: IN_FULL, resolve: ({ issue }) => [issue] }),
    message: t.string({ resolve: ({ issue }) => inFull([issue]) }),
  }),
});

/** A skipped value in a preview. */
export const PreviewSkippedValue = builder
  .objectRef<ImportPreview['rows'][number]['skipped'][number]>('ImportPreviewSkippedValue')
  .implement({
    fields: (t) => ({
      column: t.exposeString('column'),
      value: t.exposeString('value'),
      issues: t.field({ type: [Issue], extensions: IN_FULL, resolve: ({ issue }) => [issue] }),
      message: t.string({ resolve: ({ issue }) => inFull([issue]) }),
    }),
  });

builder.subscriptionField('exportFailedRows', (t) =>
  t.string({
    description:
      'The failed rows of an import as a CSV file, in parts: the columns of the file, plus one for the error. Correct the rows and import the file again.',
    args: { importId: t.arg.id({ required: true }), ...csvFormArgs(t.arg) },
    subscribe: (_, { importId, ...form }, context) =>
      fileParts(context, (scope) => writeFailedRows(scope, importId, form)),
    resolve: (part) => part as string,
  }),
);
