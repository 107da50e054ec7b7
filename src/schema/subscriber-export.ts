import { EXPORT_FORMATS } from '../domain/exports/export-subscribers.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { exportParts } from './export-parts.ts';

const Format = wireEnum('ExportFormat', 'What an export is written as.', EXPORT_FORMATS);

builder.subscriptionField('exportSubscribers', (t) =>
  t.string({
    description: 'The subscribers of a list, or of a segment of it, as a file: its parts in order.',
    args: {
      listId: t.arg.id({ required: true }),
      format: t.arg({ type: Format, description: 'CSV unless it says otherwise.' }),
      segmentId: t.arg.id(),
      columns: t.arg.stringList({ description: 'All when absent. attributes.KEY for an attribute.' }),
    },
    subscribe: (_, { listId, ...request }, context) => exportParts(context, listId, request),
    resolve: (part) => part as string,
  }),
);
