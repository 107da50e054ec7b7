import { listAudience } from '../domain/campaigns/audience.ts';
import { exportRecipients } from '../domain/campaigns/export-recipients.ts';
import { builder } from './builder.ts';
import { Campaign, RecipientFilter } from './campaign.ts';
import { csvFormArgs } from './csv-form-args.ts';
import { fileParts } from './file-parts.ts';
import { connection } from './pagination.ts';
import { FAILS_ALONE } from './permissions.ts';
import { Subscriber } from './subscriber.ts';
import { ExportFormat } from './subscriber-export.ts';

builder.prismaObjectField(Campaign, 'audience', (t) =>
  t.connection({
    type: Subscriber,
    nullable: true,
    extensions: FAILS_ALONE,
    description: 'The people who would get the campaign now, newest first.',
    args: {
      search: t.arg.string({ description: 'Words in the e-mail address or the names.' }),
      offset: t.arg.int(),
    },
    resolve: (campaign, request, { scope }) => connection(listAudience(scope, campaign, request)),
  }),
);

builder.subscriptionField('exportRecipients', (t) =>
  t.string({
    description: 'The matching recipients of a campaign as a file, in parts.',
    args: {
      campaignId: t.arg.id({ required: true }),
      format: t.arg({ type: ExportFormat, defaultValue: 'csv', description: 'The form of the file. Default: CSV.' }),
      ...csvFormArgs(t.arg),
      filter: t.arg({ type: RecipientFilter }),
    },
    subscribe: (_, { campaignId, filter, ...form }, context) =>
      fileParts(context, (scope) => exportRecipients(scope, campaignId, { ...filter, ...form })),
    resolve: (part) => part as string,
  }),
);
