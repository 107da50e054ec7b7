import { MAX_GROUPS, REVENUE_GROUPS, type RevenueReport as Report, readRevenue } from '../domain/insight/revenue.ts';
import { Automation } from './automation.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { SenderKind } from './conversion.ts';
import { deprecatedArgument, FORMER_SINCE, FORMER_UNTIL } from './deprecations.ts';
import { wireEnum } from './enums.ts';
import { loadIfAny } from './loaders.ts';
import { FAILS_ALONE } from './permissions.ts';
import { RevenueTotal } from './revenue.ts';

const RevenueGroupBy = wireEnum('RevenueGroupBy', 'The grouping of revenue.', REVENUE_GROUPS, {}, { origin: 'SENDER' });

type Group = Report['groups'][number] & { groupBy: string };

/** The group's key, if the report is grouped so. */
const keyIf = ({ groupBy, group }: Group, by: string): string | null => (groupBy === by ? group : null);

const RevenueGroup = builder.objectRef<Group>('RevenueGroup').implement({
  fields: (t) => ({
    date: t.field({
      type: 'Date',
      nullable: true,
      description: "The day in the team's time zone. Null unless grouped by DAY.",
      resolve: (group) => keyIf(group, 'day'),
    }),
    campaign: t.field({
      type: Campaign,
      nullable: true,
      description: 'The credited campaign. Null unless grouped by CAMPAIGN, and once it is deleted.',
      resolve: (group, _, { loaders }) => loadIfAny(loaders.campaign, keyIf(group, 'campaign')),
    }),
    automation: t.field({
      type: Automation,
      nullable: true,
      description: 'The credited automation. Null unless grouped by AUTOMATION, and once it is deleted.',
      resolve: (group, _, { loaders }) => loadIfAny(loaders.automation, keyIf(group, 'automation')),
    }),
    templateName: t.string({
      nullable: true,
      description: 'The name of the template. Null unless grouped by TEMPLATE.',
      resolve: (group) => keyIf(group, 'template'),
    }),
    sender: t.field({
      type: SenderKind,
      nullable: true,
      description: 'The kind of the credited e-mail. Null unless grouped by SENDER, and for sales without one.',
      resolve: (group) => senderOf(keyIf(group, 'origin')),
    }),
    group: t.exposeString('group', {
      description:
        "The day in the team's time zone, the id of the campaign or automation, the name of the template, the currency, or the kind of sender: transactional, campaign, automation, or none for sales without a credited e-mail.",
    }),
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    revenue: t.expose('revenue', { type: 'Money', description: "In the currency's smallest unit." }),
    orders: t.expose('orders', { type: 'SafeInt' }),
  }),
});

const senderOf = (group: string | null) =>
  group === 'transactional' || group === 'campaign' || group === 'automation' ? group : null;

const RevenueReport = builder.objectRef<Report>('RevenueReport').implement({
  description: 'Sales of a period, totalled by group and currency.',
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime', description: 'The beginning of the period, inclusive.' }),
    until: t.expose('until', { type: 'DateTime', description: 'The end of the period, exclusive.' }),
    groupBy: t.expose('groupBy', { type: RevenueGroupBy }),
    groups: t.field({
      type: [RevenueGroup],
      description: 'The groups with the most revenue, at most 1,000.',
      resolve: ({ groupBy, groups }) => groups.map((group) => ({ ...group, groupBy })),
    }),
    isTruncated: t.boolean({
      description: 'Whether the report has 1,000 groups, so that others may be missing.',
      resolve: ({ groups }) => groups.length >= MAX_GROUPS,
    }),
    totals: t.expose('totals', { type: [RevenueTotal] }),
  }),
});

builder.queryField('revenue', (t) =>
  t.field({
    type: RevenueReport,
    nullable: true,
    extensions: FAILS_ALONE,
    description:
      "The revenue of a period. Groups by day (in the team's time zone), currency or kind of sender include all sales. Other groups include only sales credited to an e-mail of that kind.",
    args: {
      since: t.arg({
        type: 'DateTime',
        description: 'The start of the period. Default: 30 days before the end.',
      }),
      until: t.arg({
        type: 'DateTime',
        description: 'The end of the period, exclusive. Default: now.',
      }),
      from: t.arg({ type: 'DateTime', description: 'The same as `since`.', ...deprecatedArgument(FORMER_SINCE) }),
      to: t.arg({ type: 'DateTime', description: 'The same as `until`.', ...deprecatedArgument(FORMER_UNTIL) }),
      groupBy: t.arg({
        type: RevenueGroupBy,
        defaultValue: 'day',
        description: 'How the sums are grouped. Default: DAY.',
      }),
    },
    resolve: (_, args, { scope }) => readRevenue(scope, args),
  }),
);
