import { brandOf } from '../domain/content/brand/brand.ts';
import { frequencyOf } from '../domain/platform/guard-rails.ts';
import { readTeam, updateTeam } from '../domain/platform/team-settings.ts';
import { type MessageCounts as Counts, type DailyCounts, Usage as TeamUsage } from '../domain/platform/usage.ts';
import { Brand, BrandInput } from './brand.ts';
import { builder } from './builder.ts';
import { Brake, BrakeInput, Frequency, FrequencyInput } from './guard-rails.ts';
import { Node } from './node.ts';

export const Team = builder.prismaObject('Team', {
  description: 'A team owns everything that its tokens can access.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('publicId'),
    name: t.exposeString('name'),
    fromEmail: t.expose('fromEmail', {
      type: 'EmailAddress',
      nullable: true,
      description: 'The sender of transactional mails that give none.',
    }),
    fromName: t.exposeString('fromName', { nullable: true }),
    attributionWindowDays: t.exposeInt('attributionWindowDays', {
      description: 'The number of days after an open or a click in which a sale is credited to the e-mail.',
    }),
    keepEventsFor: t.exposeInt('keepEventsFor', {
      nullable: true,
      description: 'The number of days after which events are removed. Null: they are kept for ever.',
    }),
    keepMessagesFor: t.exposeInt('keepMessagesFor', {
      nullable: true,
      description:
        'The number of days after the end of a campaign after which its messages are removed. Null: they are kept for ever.',
    }),
    postalAddress: t.exposeString('postalAddress', {
      nullable: true,
      description: 'The postal address, shown in every message that is not transactional.',
    }),
    brand: t.field({ type: Brand, resolve: ({ brand }) => brandOf(brand) }),
    timezone: t.exposeString('timezone', {
      description: 'The IANA time zone in which its days begin: those of reports, segments, usage and charts.',
    }),
    trackOpens: t.exposeBoolean('trackOpens', { description: "Whether opens of the team's messages are counted." }),
    trackClicks: t.exposeBoolean('trackClicks'),
    frequency: t.field({
      type: Frequency,
      nullable: true,
      description: 'At most so many messages of campaigns to a person. Null: any number.',
      resolve: frequencyOf,
    }),
    brake: t.field({
      type: Brake,
      description: 'When a campaign is paused by itself.',
      resolve: ({ brakeHardBounces, brakeComplaints }) => ({
        hardBounces: brakeHardBounces,
        complaints: brakeComplaints,
      }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const MessageCounts = builder.objectRef<Counts>('MessageCounts').implement({
  description: 'Messages that were sent, by kind. A message to several recipients counts once.',
  fields: (t) => ({
    total: t.expose('total', { type: 'SafeInt' }),
    transactional: t.expose('transactional', { type: 'SafeInt' }),
    campaign: t.expose('campaign', { type: 'SafeInt' }),
    confirmation: t.expose('confirmation', { type: 'SafeInt' }),
    dataRequest: t.expose('data_request', {
      type: 'SafeInt',
      description: 'Links by which people get or erase their data.',
    }),
    test: t.expose('test', { type: 'SafeInt', description: 'Test mails of templates.' }),
  }),
});

const DailyMessageCounts = builder.objectRef<DailyCounts>('DailyMessageCounts').implement({
  fields: (t) => ({
    date: t.exposeString('date', { description: "The day, in the team's time zone." }),
    sent: t.expose('sent', { type: MessageCounts }),
  }),
});

const Usage = builder.objectRef<TeamUsage>('Usage').implement({
  description: 'What the team has now, and what it has done since the beginning of the month in its time zone.',
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
      description: 'Every message that was sent, whatever its kind.',
      resolve: async (usage) => (await usage.sent()).messagesSentThisMonth,
    }),
    messagesSentByDay: t.field({
      type: [DailyMessageCounts],
      description:
        "The same by day in the team's time zone, oldest first. Days on which nothing was sent are left out.",
      resolve: async (usage) => (await usage.sent()).messagesSentByDay,
    }),
  }),
});

const UpdateTeamInput = builder.inputType('UpdateTeamInput', {
  description: 'An absent field keeps its value, and null clears it or sets it to its default.',
  fields: (t) => ({
    name: t.string({ description: 'What the team is called, also in its e-mails (`team.name`).' }),
    fromEmail: t.string({ description: 'The sender of transactional mails that give none.' }),
    fromName: t.string({ description: 'The name of that sender.' }),
    attributionWindowDays: t.int({ description: 'From 1 to 30. Default: 5.' }),
    keepMessagesFor: t.int({
      description:
        'Days after the end of a campaign after which its messages are removed, which begins at once, from 30 to 36500. Default: never.',
    }),
    keepEventsFor: t.int({
      description: 'Days after which events are removed, which begins at once, from 1 to 36500. Default: never.',
    }),
    postalAddress: t.string({ description: 'Shown in every message that is not transactional.' }),
    brand: t.field({ type: BrandInput }),
    timezone: t.string({
      description:
        'An IANA time zone, such as Europe/Berlin, which decides the days of reports, segments and charts. Default: UTC. A change regroups earlier days.',
    }),
    trackOpens: t.boolean({ description: "Whether opens of the team's messages are counted." }),
    trackClicks: t.boolean({ description: "Whether clicks in the team's messages are counted." }),
    frequency: t.field({ type: FrequencyInput, description: 'Default: any number of messages.' }),
    brake: t.field({ type: BrakeInput, description: 'When a campaign is paused by itself.' }),
  }),
});

builder.queryFields((t) => ({
  team: t.field({
    type: Team,
    description: 'The team of the token, and its settings.',
    resolve: (_, __, { scope }) => readTeam(scope),
  }),
  usage: t.field({
    type: Usage,
    description: 'What the team holds, and what it did this month.',
    resolve: (_, __, { scope }) => new TeamUsage(scope),
  }),
}));

builder.mutationField('updateTeam', (t) =>
  t.field({
    type: Team,
    description: 'Changes the settings that are given.',
    args: { input: t.arg({ type: UpdateTeamInput, required: true }) },
    resolve: (_, { input }, { scope }) => updateTeam(scope, input),
  }),
);
