import type { Recurrence as Recurs } from '../domain/campaigns/recurrence/recurrence.ts';
import { recurrenceOf } from '../domain/campaigns/series/series-settings.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';

const Recurrence = builder.objectRef<Recurs>('Recurrence').implement({
  description: 'When a campaign is sent again and again. Each occurrence is a campaign of its own.',
  fields: (t) => ({
    rule: t.exposeString('rule', { description: 'A recurrence rule (RFC 5545), such as FREQ=WEEKLY;BYDAY=MO.' }),
    start: t.exposeString('start', { description: 'From when on, in local time: 2026-12-01T09:00:00.' }),
    timezone: t.exposeString('timezone', { description: 'Whose local time: an IANA name.' }),
  }),
});

export const RecurrenceInput = builder.inputType('RecurrenceInput', {
  description: 'When a campaign is sent again and again.',
  fields: (t) => ({
    rule: t.string({
      required: true,
      description:
        'A recurrence rule (RFC 5545), such as FREQ=WEEKLY;BYDAY=MO, with an hour or more between two occurrences.',
    }),
    start: t.string({
      required: true,
      description: 'The first occurrence is then or later: a local date-time without an offset, 2026-12-01T09:00:00.',
    }),
    timezone: t.string({ description: 'An IANA name, such as Europe/Berlin. Default: the time zone of the team.' }),
  }),
});

builder.prismaObjectFields(Campaign, (t) => ({
  recurrence: t.field({ type: Recurrence, nullable: true, resolve: recurrenceOf }),
  seriesId: t.exposeID('seriesId', {
    nullable: true,
    description: 'Id of the campaign of which this is an occurrence.',
  }),
  series: t.field({
    type: Campaign,
    nullable: true,
    description: 'The campaign of which this is an occurrence. Null if it has been deleted.',
    resolve: ({ seriesId }, _, { loaders }) => (seriesId ? loaders.campaign.load(seriesId) : null),
  }),
  occursAt: t.expose('occursAt', { type: 'DateTime', nullable: true, description: 'When this occurrence was due.' }),
  feedUrl: t.exposeString('feedUrl', {
    nullable: true,
    description: 'The RSS, Atom or JSON feed whose new entries each occurrence is about, or a page that links to it.',
  }),
  feedFoundUrl: t.exposeString('feedFoundUrl', {
    nullable: true,
    description:
      'The address of the feed to which the page at `feedUrl` links. Null where that is the feed itself, and until it was asked.',
  }),
  feedCheckedAt: t.expose('feedCheckedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the feed was last asked for an occurrence.',
  }),
  feedError: t.exposeString('feedError', { nullable: true, description: 'What was wrong with the feed then.' }),
  feedNewCount: t.exposeInt('feedNewCount', {
    nullable: true,
    description: 'How many entries were new then. None: nothing was sent.',
  }),
  archive: t.exposeBoolean('archive', {
    description: 'Whether anybody may read it at `/archive/{list}` once it is sent.',
  }),
}));
