import type { ImportError as FailedRow } from '../domain/imports/import-errors.ts';
import type { ImportPreview } from '../domain/imports/preview-import.ts';
import type { ImportSkippedValue as Skipped } from '../domain/imports/skipped-values.ts';
import { inFull } from '../errors.ts';
import { builder } from './builder.ts';
import { Issue } from './issue.ts';

/** The adapter for REST writes all of them, not the first one alone. */
export const IN_FULL = { inFull: true };

export const ImportError = builder.objectRef<FailedRow>('ImportError').implement({
  description: 'A row that failed, and why.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the row within its import. `node` does not find it.',
      resolve: ({ importId, row }) => `${importId}.${row}`,
    }),
    row: t.exposeInt('row', { description: 'The number of the row in the file. The first row is 1.' }),
    email: t.exposeString('email', { nullable: true, description: 'The address as it was sent.' }),
    issues: t.expose('issues', { type: [Issue], extensions: IN_FULL }),
    message: t.string({ description: 'All issues in sentences.', resolve: ({ issues }) => inFull(issues) }),
  }),
});

export const ImportSkippedValue = builder.objectRef<Skipped>('ImportSkippedValue').implement({
  description: 'A value that was left out of a row, because it is not valid.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the value within its import. `node` does not find it.',
      resolve: ({ importId, number }) => `${importId}.${number}`,
    }),
    row: t.exposeInt('row', { description: 'The number of the row in the file. The first row is 1.' }),
    email: t.exposeString('email', { description: 'The address as it was sent.' }),
    column: t.exposeString('column', { description: 'The name of the column.' }),
    value: t.exposeString('value', { description: 'The value as it was sent, cut to 500 characters.' }),
    issues: t.field({ type: [Issue], extensions: IN_FULL, resolve: ({ issue }) => [issue] }),
    message: t.string({ resolve: ({ issue }) => inFull([issue]) }),
  }),
});

/** The same in a preview. */
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
