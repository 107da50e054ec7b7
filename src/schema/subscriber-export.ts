import { EXPORT_FORMATS, exportSubscribers } from '../domain/exports/export-subscribers.ts';
import { builder } from './builder.ts';
import { csvFormArgs } from './csv-form-args.ts';
import { wireEnum } from './enums.ts';
import { fileParts } from './file-parts.ts';
import { SubscriberFilter } from './subscriber.ts';

export const ExportFormat = wireEnum('ExportFormat', 'The format of an export.', EXPORT_FORMATS);

builder.subscriptionField('exportSubscribers', (t) =>
  t.string({
    description: 'The subscribers of a list or one of its segments as a file, in parts.',
    args: {
      listId: t.arg.id({ required: true, description: 'The id of the list. An unknown id fails with NOT_FOUND.' }),
      format: t.arg({ type: ExportFormat, defaultValue: 'csv', description: 'The form of the file. Default: CSV.' }),
      segmentId: t.arg.id({ description: 'Id of a segment of the list. Default: the whole list.' }),
      columns: t.arg.stringList({
        description: 'Column names; attributes.KEY for an attribute. Default: all columns.',
      }),
      filter: t.arg({ type: SubscriberFilter, description: 'Only subscribers that match. Default: all.' }),
      search: t.arg.string({ description: 'Only subscribers with these words in the e-mail address or the names.' }),
      ids: t.arg.idList({ description: 'Only subscribers with these ids, at most 1,000. Default: all.' }),
      ...csvFormArgs(t.arg),
    },
    subscribe: (_, { listId, ...request }, context) =>
      fileParts(context, (scope) => exportSubscribers(scope, listId, request)),
    resolve: (part) => part as string,
  }),
);
