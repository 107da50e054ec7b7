import type { CampaignReport as Report, VariantReport as Variant } from '../domain/campaigns/read-report.ts';
import type { ReportFigures } from '../domain/campaigns/report-figures.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { ClickedLink } from './clicked-link.ts';
import { FAILS_ALONE } from './permissions.ts';
import { RevenueTotal } from './revenue.ts';
import { SkipReason } from './skip-reason.ts';
import { UnsubscribeReasonCount } from './unsubscribe-reason.ts';

const SkippedCount = builder.objectRef<ReportFigures['withheld'][number]>('SkippedCount').implement({
  description: 'The number of messages skipped for one reason.',
  fields: (t) => ({
    reason: t.field({ type: SkipReason.type, resolve: ({ reason }) => SkipReason.known(reason) }),
    count: t.exposeInt('count'),
  }),
});

const Opens = builder.objectRef<ReportFigures['opens']>('ReportOpens').implement({
  fields: (t) => ({
    unique: t.exposeInt('unique', { description: 'Messages opened by a person.' }),
    total: t.exposeInt('total', { description: 'All opens by people.' }),
    proxies: t.exposeInt('proxies', { description: 'Prefetched by mailbox providers. Not in `total`.' }),
    scanners: t.exposeInt('scanners', { description: 'Fetched by security scanners. Not in `total`.' }),
  }),
});

const Clicks = builder.objectRef<ReportFigures['clicks']>('ReportClicks').implement({
  fields: (t) => ({
    unique: t.exposeInt('unique', { description: 'Messages with a click by a person.' }),
    total: t.exposeInt('total', { description: 'All clicks by people.' }),
    scanners: t.exposeInt('scanners', { description: 'Links fetched by machines. Not in `total`.' }),
  }),
});

const Bounces = builder.objectRef<ReportFigures['bounces']>('ReportBounces').implement({
  description: 'Messages that bounced after they were accepted.',
  fields: (t) => ({ hard: t.exposeInt('hard'), soft: t.exposeInt('soft') }),
});

export const Rates = builder.objectRef<ReportFigures['rates']>('ReportRates').implement({
  description: 'Rates from 0 to 1. A rate is 0 if its divisor is 0.',
  fields: (t) => ({
    open: t.exposeFloat('open', { description: '`opens.unique` divided by `delivered`.' }),
    click: t.exposeFloat('click', { description: '`clicks.unique` divided by `delivered`.' }),
    clickToOpen: t.exposeFloat('clickToOpen', { description: '`clicks.unique` divided by `opens.unique`.' }),
    unsubscribe: t.exposeFloat('unsubscribe', { description: '`unsubscribes` divided by `delivered`.' }),
    bounce: t.exposeFloat('bounce', { description: 'Bounced messages divided by `sent`.' }),
    complaint: t.exposeFloat('complaint', { description: '`complaints` divided by `delivered`.' }),
  }),
});

const ReportFiguresType = builder.interfaceRef<ReportFigures>('ReportFigures').implement({
  description: 'Key figures of a campaign or of one of its variants.',
  fields: (t) => ({
    recipients: t.exposeInt('recipients', {
      description: 'For a campaign, all its recipients. For a variant, the recipients assigned to it so far.',
    }),
    sent: t.exposeInt('sent', { description: 'Messages accepted by the next mail server.' }),
    delivered: t.exposeInt('delivered', {
      description: '`sent` less bounced messages.',
    }),
    failed: t.exposeInt('failed'),
    unknown: t.exposeInt('unknown', { description: 'Messages that may have arrived.' }),
    skipped: t.expose('withheld', { type: [SkippedCount], description: 'Messages that were not sent, by reason.' }),
    opens: t.expose('opens', { type: Opens }),
    clicks: t.expose('clicks', { type: Clicks }),
    unsubscribes: t.exposeInt('unsubscribes', {
      description: 'People who unsubscribed through their message: its link, header or reply address.',
    }),
    unsubscribeReasons: t.expose('unsubscribeReasons', {
      type: [UnsubscribeReasonCount],
      description: 'Reasons given on the unsubscribe page. Unused reasons are left out.',
    }),
    bounces: t.expose('bounces', { type: Bounces }),
    complaints: t.exposeInt('complaints', { description: 'Messages marked as spam.' }),
    revenue: t.expose('revenue', { type: [RevenueTotal], description: 'Credited sales, less refunds.' }),
    rates: t.expose('rates', { type: Rates }),
  }),
});

const VariantReport = builder.objectRef<Variant>('VariantReport').implement({
  description: 'The figures of a variant.',
  interfaces: [ReportFiguresType],
  fields: (t) => ({
    variant: t.exposeInt('variant', { description: 'The variant number, starting at 1.' }),
    name: t.exposeString('name', { nullable: true }),
    pValue: t.exposeFloat('pValue', {
      nullable: true,
      description:
        'The p-value of the difference from the best other variant: a two-proportion z-test of opens or clicks. Null for revenue, and when it cannot be calculated.',
    }),
    winner: t.exposeBoolean('winner', { description: 'Whether this variant won.' }),
  }),
});

const CampaignDomain = builder.objectRef<Report['domains'][number]>('CampaignDomain').implement({
  description: 'Messages to a recipient domain.',
  fields: (t) => ({
    domain: t.exposeString('domain'),
    sent: t.exposeInt('sent'),
    opens: t.exposeInt('opens', { description: 'Messages opened by a person.' }),
    clicks: t.exposeInt('clicks', { description: 'Messages with a click by a person.' }),
    bounces: t.exposeInt('bounces', { description: 'Messages that bounced.' }),
  }),
});

const CampaignHour = builder.objectRef<Report['hours'][number]>('CampaignHour').implement({
  description: 'An hour of a campaign, counted from the start of sending.',
  fields: (t) => ({
    hour: t.exposeInt('hour', { description: 'The number of the hour since the start, from 0.' }),
    opens: t.exposeInt('opens', { description: 'First opens by people.' }),
    clicks: t.exposeInt('clicks', { description: 'First clicks by people.' }),
  }),
});

const CampaignReport = builder.objectRef<Report>('CampaignReport').implement({
  description: 'The results of a campaign so far.',
  interfaces: [ReportFiguresType],
  fields: (t) => ({
    links: t.expose('links', {
      type: [ClickedLink],
      description: 'Links clicked by people, most clicks first. Covers at most 1,000 different links.',
    }),
    variants: t.expose('variants', {
      type: [VariantReport],
      description: 'In order of number. Empty without an A/B test.',
    }),
    domains: t.expose('domains', { type: [CampaignDomain], description: 'The 20 domains with the most messages.' }),
    hours: t.expose('hours', {
      type: [CampaignHour],
      description: 'The hours with first opens or first clicks, among the first 72.',
    }),
  }),
});

builder.prismaObjectField(Campaign, 'report', (t) =>
  t.field({
    type: CampaignReport,
    nullable: true,
    extensions: FAILS_ALONE,
    description: 'The results so far: delivery, opens, clicks and revenue. All zero for a draft.',
    resolve: ({ id }, _, { loaders }) => loaders.campaignReport.load(id),
  }),
);
