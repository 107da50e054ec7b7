import type { CampaignReport as Report, VariantReport as Variant } from '../domain/campaigns/read-report.ts';
import type { ReportFigures } from '../domain/campaigns/report-figures.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { ClickedLink } from './clicked-link.ts';
import { RevenueTotal } from './revenue.ts';
import { UnsubscribeReasonCount } from './unsubscribe-reason.ts';

const WithheldCount = builder.objectRef<ReportFigures['withheld'][number]>('WithheldCount').implement({
  description: 'How many messages were withheld for one reason.',
  fields: (t) => ({
    reason: t.exposeString('reason', {
      description:
        'One of `unsubscribed`, `suppressed`, `left_list`, `bounced`, `complained`, `unconfirmed`, `cancelled`, `frequency`, `own_frequency`, `paused`, `other`. More may be added.',
    }),
    count: t.exposeInt('count'),
  }),
});

const Opens = builder.objectRef<ReportFigures['opens']>('ReportOpens').implement({
  fields: (t) => ({
    unique: t.exposeInt('unique', { description: 'Messages that a person opened.' }),
    total: t.exposeInt('total', { description: 'How often people opened them.' }),
    proxies: t.exposeInt('proxies', { description: 'Fetched in advance by mailbox providers. Not in `total`.' }),
    scanners: t.exposeInt('scanners', { description: 'Fetched by security scanners. Not in `total`.' }),
  }),
});

const Clicks = builder.objectRef<ReportFigures['clicks']>('ReportClicks').implement({
  fields: (t) => ({
    unique: t.exposeInt('unique', { description: 'Messages in which a person clicked a link.' }),
    total: t.exposeInt('total', { description: 'How often people clicked.' }),
    scanners: t.exposeInt('scanners', { description: 'Links fetched by machines. Not in `total`.' }),
  }),
});

const Bounces = builder.objectRef<ReportFigures['bounces']>('ReportBounces').implement({
  description: 'Messages that came back after they had been accepted.',
  fields: (t) => ({ hard: t.exposeInt('hard'), soft: t.exposeInt('soft') }),
});

const Rates = builder.objectRef<ReportFigures['rates']>('ReportRates').implement({
  description: 'Between 0 and 1. 0 where there is nothing to divide by.',
  fields: (t) => ({
    open: t.exposeFloat('open', { description: '`opens.unique` of `delivered`.' }),
    click: t.exposeFloat('click', { description: '`clicks.unique` of `delivered`.' }),
    clickToOpen: t.exposeFloat('clickToOpen', { description: '`clicks.unique` of `opens.unique`.' }),
    unsubscribe: t.exposeFloat('unsubscribe', { description: '`unsubscribes` of `delivered`.' }),
    bounce: t.exposeFloat('bounce', { description: 'Messages that came back, of `sent`.' }),
    complaint: t.exposeFloat('complaint', { description: '`complaints` of `delivered`.' }),
  }),
});

const ReportFiguresType = builder.interfaceRef<ReportFigures>('ReportFigures').implement({
  description: 'The core figures of a campaign, or of one of its variants.',
  fields: (t) => ({
    recipients: t.exposeInt('recipients', {
      description: 'Of a campaign: people it goes to. Of a variant: people for whom it is settled.',
    }),
    sent: t.exposeInt('sent', { description: 'Messages that the next mail server accepted.' }),
    delivered: t.exposeInt('delivered', {
      description: 'Those of them that did not come back: `sent` without messages that a bounce was reported about.',
    }),
    failed: t.exposeInt('failed'),
    unknown: t.exposeInt('unknown', { description: 'Messages that may have arrived.' }),
    withheld: t.expose('withheld', { type: [WithheldCount], description: 'Messages that were not sent, by reason.' }),
    opens: t.expose('opens', { type: Opens }),
    clicks: t.expose('clicks', { type: Clicks }),
    unsubscribes: t.exposeInt('unsubscribes', {
      description: 'People who left the list by a link, the header or the address of their message.',
    }),
    unsubscribeReasons: t.expose('unsubscribeReasons', {
      type: [UnsubscribeReasonCount],
      description: 'Why they left, of those who said it on the page. Reasons that nobody gave are left out.',
    }),
    bounces: t.expose('bounces', { type: Bounces }),
    complaints: t.exposeInt('complaints', { description: 'Messages that were called spam.' }),
    revenue: t.expose('revenue', { type: [RevenueTotal], description: 'Sales credited to it, less refunds.' }),
    rates: t.expose('rates', { type: Rates }),
  }),
});

const VariantReport = builder.objectRef<Variant>('VariantReport').implement({
  description: 'The figures of one variant.',
  interfaces: [ReportFiguresType],
  fields: (t) => ({
    variant: t.exposeInt('variant', { description: 'Its number, from 1.' }),
    name: t.exposeString('name', { nullable: true }),
    pValue: t.exposeFloat('pValue', {
      nullable: true,
      description:
        'How likely a difference from the best of the others would be at least as large if both were equally good: by a two-proportion z test of opens or clicks. Null by revenue, and where nothing can be said.',
    }),
    winner: t.exposeBoolean('winner', { description: 'Whether the rest gets it.' }),
  }),
});

const CampaignDomain = builder.objectRef<Report['domains'][number]>('CampaignDomain').implement({
  description: "Messages to one of the recipients' domains.",
  fields: (t) => ({
    domain: t.exposeString('domain'),
    sent: t.exposeInt('sent'),
    opens: t.exposeInt('opens', { description: 'Messages that a person opened.' }),
    clicks: t.exposeInt('clicks', { description: 'Messages in which a person clicked a link.' }),
    bounces: t.exposeInt('bounces', { description: 'Messages that came back.' }),
  }),
});

const CampaignHour = builder.objectRef<Report['hours'][number]>('CampaignHour').implement({
  description: 'An hour since sending began.',
  fields: (t) => ({
    hour: t.exposeInt('hour', { description: 'From 0.' }),
    opens: t.exposeInt('opens', { description: 'Messages that a person opened for the first time.' }),
    clicks: t.exposeInt('clicks', { description: 'Messages in which a person clicked for the first time.' }),
  }),
});

const CampaignReport = builder.objectRef<Report>('CampaignReport').implement({
  description: 'What became of a campaign so far.',
  interfaces: [ReportFiguresType],
  fields: (t) => ({
    links: t.expose('links', {
      type: [ClickedLink],
      description: 'The links that people clicked, most clicked first. Of at most 1,000 different links.',
    }),
    variants: t.expose('variants', { type: [VariantReport], description: 'By number. Empty without variants.' }),
    domains: t.expose('domains', { type: [CampaignDomain], description: 'The 20 that got most messages.' }),
    hours: t.expose('hours', {
      type: [CampaignHour],
      description: 'Of the first 72 hours those in which something was opened or clicked for the first time.',
    }),
  }),
});

builder.prismaObjectField(Campaign, 'report', (t) =>
  t.field({
    type: CampaignReport,
    description: 'What became of it so far: delivery, opens, clicks, revenue. All zero for a draft.',
    resolve: ({ id }, _, { loaders }) => loaders.campaignReport.load(id),
  }),
);
