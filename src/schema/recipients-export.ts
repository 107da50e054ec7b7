import { exportRecipients } from '../domain/campaigns/export-recipients.ts';
import { builder } from './builder.ts';
import { recipientFilters } from './campaign.ts';
import { csvFormArgs } from './csv-form-args.ts';
import { fileParts } from './file-parts.ts';
import { ExportFormat } from './subscriber-export.ts';

builder.subscriptionField('exportRecipients', (t) =>
  t.string({
    description: 'The matching recipients of a campaign as a file, in parts.',
    args: {
      campaignId: t.arg.id({ required: true }),
      format: t.arg({ type: ExportFormat, description: 'Default: CSV.' }),
      ...csvFormArgs(t.arg),
      ...recipientFilters,
    },
    subscribe: (_, { campaignId, ...request }, context) =>
      fileParts(context, (scope) => exportRecipients(scope, campaignId, request)),
    resolve: (part) => part as string,
  }),
);
