import { shareReport, unshareReport } from '../domain/campaigns/share-report.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';

builder.prismaObjectField(Campaign, 'reportUrl', (t) =>
  t.field({
    type: 'URL',
    nullable: true,
    description: 'The public page of the report, from `shareCampaignReport`. Null: not shared.',
    resolve: ({ teamId, id, reportSharedAt }, _, { installation: { links } }) =>
      reportSharedAt && links.ofReport({ teamId, id }, reportSharedAt),
  }),
);

builder.mutationFields((t) => ({
  shareCampaignReport: t.field({
    type: Campaign,
    description:
      'Creates a public link to the report, without personal data. Anyone with the link sees the current results. Fails with CONFLICT (`NOT_SENT`) before sending begins. A repeated call keeps the link.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => shareReport(scope, id),
  }),
  revokeCampaignReportLink: t.field({
    type: Campaign,
    description: 'Revokes the public link to the report for good. The next link is another one.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => unshareReport(scope, id),
  }),
}));
