import { writeFailedRows } from '../domain/imports/failed-rows.ts';
import { builder } from './builder.ts';
import { csvFormArgs } from './csv-form-args.ts';
import { fileParts } from './file-parts.ts';

builder.subscriptionField('importFailedRows', (t) =>
  t.string({
    description:
      'The failed rows of an import as a CSV file, in parts: the columns of the file, plus one for the error. Correct the rows and import the file again.',
    args: { importId: t.arg.id({ required: true }), ...csvFormArgs(t.arg) },
    subscribe: (_, { importId, ...form }, context) =>
      fileParts(context, (scope) => writeFailedRows(scope, importId, form)),
    resolve: (part) => part as string,
  }),
);
