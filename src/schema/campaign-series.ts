import { nextMoments, type Recurrence as Recurs } from '../domain/campaigns/recurrence/recurrence.ts';
import { recurrenceOf } from '../domain/campaigns/series/series-settings.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { RequestError } from './reason-code.ts';

const SHOWN_OCCURRENCES = 5;

const Recurrence = builder.objectRef<Recurs>('Recurrence').implement({
  description: 'The schedule of a recurring campaign. Each occurrence is a campaign of its own.',
  fields: (t) => ({
    rule: t.exposeString('rule', { description: 'A recurrence rule (RFC 5545), such as FREQ=WEEKLY;BYDAY=MO.' }),
    start: t.expose('start', { type: 'LocalDateTime', description: 'The start in local time: 2026-12-01T09:00:00.' }),
    timezone: t.expose('timezone', { type: 'TimeZone', description: 'An IANA time zone for the local time.' }),
    nextOccurrences: t.field({
      type: ['DateTime'],
      description: 'The next occurrences by this schedule: at most five, fewer if it ends. Also computed for drafts.',
      resolve: (recurrence, _, { scope }) => nextMoments(recurrence, scope.now(), scope.team.id, SHOWN_OCCURRENCES),
    }),
  }),
});

export const RecurrenceInput = builder.inputType('RecurrenceInput', {
  description: 'The schedule of a recurring campaign.',
  fields: (t) => ({
    rule: t.string({
      required: true,
      description:
        'A recurrence rule (RFC 5545), such as FREQ=WEEKLY;BYDAY=MO. Occurrences must be at least an hour apart.',
    }),
    start: t.field({
      type: 'LocalDateTime',
      required: true,
      description: 'The earliest time of the first occurrence, in local time without an offset: 2026-12-01T09:00:00.',
    }),
    timezone: t.field({
      type: 'TimeZone',
      description: "An IANA time zone, such as Europe/Berlin. Default: the team's.",
    }),
  }),
});

builder.prismaObjectFields(Campaign, (t) => ({
  recurrence: t.field({ type: Recurrence, nullable: true, resolve: recurrenceOf }),
  seriesId: t.exposeID('seriesId', {
    nullable: true,
    description: 'The id of the recurring campaign that created this campaign.',
  }),
  series: t.field({
    type: Campaign,
    nullable: true,
    description: 'The recurring campaign of this occurrence. Null if it was deleted.',
    resolve: ({ seriesId }, _, { loaders }) => (seriesId ? loaders.campaign.load(seriesId) : null),
  }),
  occursAt: t.expose('occursAt', { type: 'DateTime', nullable: true, description: 'When this occurrence was due.' }),
  feedUrl: t.expose('feedUrl', {
    type: 'URL',
    nullable: true,
    description:
      'The URL of the RSS, Atom or JSON feed, or of a page that links to it. Each occurrence contains the new entries.',
  }),
  feedFoundUrl: t.expose('feedFoundUrl', {
    type: 'URL',
    nullable: true,
    description:
      "The feed's URL as found on the page at `feedUrl`. Null if `feedUrl` is the feed itself, and before the first check.",
  }),
  feedCheckedAt: t.expose('feedCheckedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the feed was last checked for an occurrence.',
  }),
  feedError: t.exposeString('feedError', { nullable: true, description: 'The error of that check.' }),
  feedErrorCode: t.field({
    type: RequestError.type,
    nullable: true,
    description: '`feedError` for programs. Null without an error.',
    resolve: ({ feedError }) => RequestError.codeOf(feedError),
  }),
  feedNewCount: t.exposeInt('feedNewCount', {
    nullable: true,
    description: 'The number of new entries in that check. Nothing is sent if it is 0.',
  }),
  archive: t.exposeBoolean('archive', {
    description: 'Whether the sent campaign is public at `/archive/{list}`.',
  }),
}));
