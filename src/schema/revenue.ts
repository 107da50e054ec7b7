import { REVENUE_GROUPS, type RevenueReport as Report, type Revenue, readRevenue } from '../domain/insight/revenue.ts';
import { builder } from './builder.ts';
import { deprecatedArgument, FORMER_SINCE, FORMER_UNTIL } from './deprecations.ts';
import { wireEnum } from './enums.ts';
import { FAILS_ALONE } from './permissions.ts';

const RevenueGroupBy = wireEnum('RevenueGroupBy', 'The grouping of revenue.', REVENUE_GROUPS, {}, { origin: 'SENDER' });

export const RevenueTotal = builder.objectRef<Revenue>('RevenueTotal').implement({
  fields: (t) => ({
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    revenue: t.expose('revenue', { type: 'Money', description: "In the currency's smallest unit." }),
    orders: t.expose('orders', { type: 'SafeInt' }),
  }),
});

const RevenueGroup = builder.objectRef<Report['groups'][number]>('RevenueGroup').implement({
  fields: (t) => ({
    group: t.exposeString('group', {
      description:
        "The day in the team's time zone, the id of the campaign or automation, the name of the template, the currency, or the kind of sender: transactional, campaign, automation, or none for sales without a credited e-mail.",
    }),
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    revenue: t.expose('revenue', { type: 'Money', description: "In the currency's smallest unit." }),
    orders: t.expose('orders', { type: 'SafeInt' }),
  }),
});

const RevenueReport = builder.objectRef<Report>('RevenueReport').implement({
  description: 'Sales of a period, totalled by group and currency.',
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime', description: 'The beginning of the period, inclusive.' }),
    until: t.expose('until', { type: 'DateTime', description: 'The end of the period, exclusive.' }),
    groupBy: t.expose('groupBy', { type: RevenueGroupBy }),
    groups: t.expose('groups', {
      type: [RevenueGroup],
      description: 'The groups with the most revenue, at most 1,000.',
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
