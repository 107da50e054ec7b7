import type { Comparison, RecipientRevenue } from '../domain/campaigns/compare-reports.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { Rates } from './campaign-report.ts';
import { FAILS_ALONE } from './permissions.ts';

const RevenuePerRecipient = builder.objectRef<RecipientRevenue>('RevenuePerRecipient').implement({
  description: 'Revenue divided by delivered messages.',
  fields: (t) => ({
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    amount: t.exposeFloat('amount', { description: "In the currency's smallest unit, with decimals." }),
  }),
});

const ReportComparison = builder.objectRef<Comparison>('ReportComparison').implement({
  description: 'The usual results of the team, for comparison: medians of the last campaigns before this one.',
  fields: (t) => ({
    campaigns: t.exposeInt('campaigns', {
      description: 'The number of campaigns compared with: the last ten that were sent before this one began.',
    }),
    rates: t.expose('rates', {
      type: Rates,
      nullable: true,
      description: 'The median of each rate. Null if no campaign was sent before.',
    }),
    revenuePerRecipient: t.expose('revenuePerRecipient', {
      type: [RevenuePerRecipient],
      description: 'The median by currency. A campaign without sales in the currency counts as zero.',
    }),
  }),
});

builder.prismaObjectField(Campaign, 'comparison', (t) =>
  t.field({
    type: ReportComparison,
    nullable: true,
    extensions: FAILS_ALONE,
    description: "The team's usual results, to compare `report` with.",
    resolve: ({ id }, _, { loaders }) => loaders.comparison.load(id),
  }),
);
