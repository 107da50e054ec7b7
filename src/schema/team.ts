import { brandOf } from '../domain/content/brand/brand.ts';
import { frequencyOf } from '../domain/platform/guard-rails.ts';
import { readTeam, updateTeam } from '../domain/platform/team-settings.ts';
import { type MessageCounts as Counts, type DailyCounts, Usage as TeamUsage } from '../domain/platform/usage.ts';
import { Brand, BrandInput } from './brand.ts';
import { builder } from './builder.ts';
import { AutoPause, AutoPauseInput, Frequency, FrequencyInput } from './guard-rails.ts';
import { Node } from './node.ts';
import { FAILS_ALONE } from './permissions.ts';

const autoPauseOf = ({
  brakeHardBounces,
  brakeComplaints,
}: {
  brakeHardBounces: number | null;
  brakeComplaints: number | null;
}) => ({
  hardBounces: brakeHardBounces,
  complaints: brakeComplaints,
});

export const Team = builder.prismaObject('Team', {
  description: 'A team. It owns all data that its tokens can access.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('publicId'),
    name: t.exposeString('name'),
    fromEmail: t.expose('fromEmail', {
      type: 'EmailAddress',
      nullable: true,
      description: 'The default sender of transactional e-mails.',
    }),
    fromName: t.exposeString('fromName', { nullable: true }),
    attributionWindowDays: t.exposeInt('attributionWindowDays', {
      description: 'The attribution window: sales are credited to an e-mail for this many days after an open or click.',
    }),
    keepEventsFor: t.exposeInt('keepEventsFor', {
      nullable: true,
      description:
        'The number of days to keep events. Null: the default of the installation (`KEEP_EVENTS_DAYS`), which is forever unless set.',
    }),
    keepMessagesFor: t.exposeInt('keepMessagesFor', {
      nullable: true,
      description:
        "The number of days to keep a campaign's messages after it ends. Null: the default of the installation (`KEEP_MESSAGES_DAYS`), which is forever unless set.",
    }),
    postalAddress: t.exposeString('postalAddress', {
      nullable: true,
      description: 'The postal address in the footer of all but transactional messages.',
    }),
    brand: t.field({ type: Brand, resolve: ({ brand }) => brandOf(brand) }),
    timezone: t.expose('timezone', {
      type: 'TimeZone',
      description: 'The IANA time zone for days in reports, segments, usage and charts.',
    }),
    trackOpens: t.exposeBoolean('trackOpens', { description: 'Whether opens are tracked.' }),
    trackClicks: t.exposeBoolean('trackClicks'),
    frequency: t.field({
      type: Frequency,
      nullable: true,
      description: 'The frequency cap on campaign messages per person. Null: no limit.',
      resolve: frequencyOf,
    }),
    autoPause: t.field({
      type: AutoPause,
      description: 'When campaigns are paused automatically.',
      resolve: autoPauseOf,
    }),
    brake: t.field({ type: AutoPause, description: 'The former name of `autoPause`.', resolve: autoPauseOf }),
    hasMailServer: t.boolean({
      description:
        'Whether e-mails leave: the team has a default transport, or `MAIL_URL` is set. Otherwise, e-mails without a transport are kept in the outbox.',
      resolve: async (_, __, { loaders, installation: { config } }) =>
        config.mailUrl !== undefined || (await loaders.defaultTransport.load('team')) !== null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const MessageCounts = builder.objectRef<Counts>('MessageCounts').implement({
  description: 'Sent messages by kind. A message to several recipients counts once.',
  fields: (t) => ({
    total: t.expose('total', { type: 'SafeInt' }),
    transactional: t.expose('transactional', { type: 'SafeInt' }),
    campaign: t.expose('campaign', { type: 'SafeInt' }),
    confirmation: t.expose('confirmation', { type: 'SafeInt' }),
    dataRequest: t.expose('data_request', {
      type: 'SafeInt',
      description: 'Links for people to get or erase their data.',
    }),
    test: t.expose('test', { type: 'SafeInt', description: 'Tests of templates.' }),
  }),
});

const DailyMessageCounts = builder.objectRef<DailyCounts>('DailyMessageCounts').implement({
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: "The day, in the team's time zone." }),
    sent: t.expose('sent', { type: MessageCounts }),
  }),
});

const Usage = builder.objectRef<TeamUsage>('Usage').implement({
  description: "The team's totals, and its activity since the start of the month in its time zone.",
  fields: (t) => ({
    lists: t.field({ type: 'SafeInt', resolve: async (usage) => (await usage.holdings()).lists }),
    templates: t.field({ type: 'SafeInt', resolve: async (usage) => (await usage.holdings()).templates }),
    tokens: t.field({ type: 'SafeInt', resolve: async (usage) => (await usage.holdings()).tokens }),
    people: t.field({ type: 'SafeInt', resolve: (usage) => usage.people() }),
    subscribers: t.field({ type: 'SafeInt', resolve: async (usage) => (await usage.subscribers()).subscribers }),
    subscribed: t.field({ type: 'SafeInt', resolve: async (usage) => (await usage.subscribers()).subscribed }),
    monthStartedAt: t.field({
      type: 'DateTime',
      description: "The first midnight of the month in the team's time zone.",
      resolve: (usage) => usage.monthStartedAt(),
    }),
    eventsThisMonth: t.field({ type: 'SafeInt', resolve: (usage) => usage.events() }),
    mailsThisMonth: t.field({ type: 'SafeInt', resolve: async (usage) => (await usage.mails()).mailsThisMonth }),
    mailsSentThisMonth: t.field({
      type: 'SafeInt',
      resolve: async (usage) => (await usage.mails()).mailsSentThisMonth,
    }),
    messagesSentThisMonth: t.field({
      type: MessageCounts,
      description: 'All sent messages, of any kind.',
      resolve: async (usage) => (await usage.sent()).messagesSentThisMonth,
    }),
    messagesSentByDay: t.field({
      type: [DailyMessageCounts],
      description: "Sent messages by day in the team's time zone, oldest first. Leaves out days without messages.",
      resolve: async (usage) => (await usage.sent()).messagesSentByDay,
    }),
  }),
});

const UpdateTeamInput = builder.inputType('UpdateTeamInput', {
  description: 'Absent fields keep their values; null clears or resets them.',
  fields: (t) => ({
    name: t.string({ description: "The team's name, also used in its e-mails (`team.name`)." }),
    fromEmail: t.field({ type: 'EmailAddress', description: 'The default sender of transactional e-mails.' }),
    fromName: t.string({ description: 'The default sender name.' }),
    attributionWindowDays: t.int({
      description: 'How many days after an open or click sales are credited, from 1 to 30. Default: 5.',
    }),
    keepMessagesFor: t.int({
      description:
        "The number of days to keep a campaign's messages after it ends, from 30 to 36500. Older messages are removed immediately. Default: that of the installation.",
    }),
    keepEventsFor: t.int({
      description:
        'The number of days to keep events, from 1 to 36500. Older events are removed immediately. Default: that of the installation.',
    }),
    postalAddress: t.string({ description: 'Shown in the footer of all but transactional messages.' }),
    brand: t.field({ type: BrandInput }),
    timezone: t.field({
      type: 'TimeZone',
      description:
        'An IANA time zone, such as Europe/Berlin, for days in reports, segments and charts. Default: UTC. A change regroups past days.',
    }),
    trackOpens: t.boolean({ description: 'Whether to track opens.' }),
    trackClicks: t.boolean({ description: 'Whether to track clicks.' }),
    frequency: t.field({
      type: FrequencyInput,
      description: 'The frequency cap for marketing e-mails. Default: no limit.',
    }),
    autoPause: t.field({ type: AutoPauseInput, description: 'When to pause campaigns automatically.' }),
    brake: t.field({ type: AutoPauseInput, description: 'The former name of `autoPause`, which wins beside it.' }),
  }),
});

builder.queryFields((t) => ({
  team: t.field({
    type: Team,
    description: "The token's team and its settings.",
    resolve: (_, __, { scope }) => readTeam(scope),
  }),
  usage: t.field({
    type: Usage,
    nullable: true,
    extensions: FAILS_ALONE,
    description: "The team's totals, and its activity this month.",
    resolve: (_, __, { scope }) => new TeamUsage(scope),
  }),
}));

builder.mutationField('updateTeam', (t) =>
  t.field({
    type: Team,
    description: 'Updates the given settings.',
    args: { input: t.arg({ type: UpdateTeamInput, required: true }) },
    resolve: (_, { input }, { scope }) => updateTeam(scope, input),
  }),
);
