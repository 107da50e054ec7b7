import { GROWTH_INTERVALS, type Growth as GrowthRow } from '../domain/audience/growth.ts';
import type { StatusCounts } from '../domain/audience/status-counts.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { List } from './list.ts';
import { FAILS_ALONE } from './permissions.ts';
import { UnsubscribeReasonCount } from './unsubscribe-reason.ts';

const SubscriberStatusCounts = builder.objectRef<StatusCounts>('SubscriberStatusCounts').implement({
  description: 'The number of subscribers of a list by status.',
  fields: (t) => ({
    unconfirmed: t.exposeInt('unconfirmed'),
    subscribed: t.exposeInt('subscribed'),
    unsubscribed: t.exposeInt('unsubscribed'),
    bounced: t.exposeInt('bounced'),
    complained: t.exposeInt('complained'),
    total: t.exposeInt('total'),
  }),
});

const GrowthInterval = wireEnum('GrowthInterval', 'The interval of growth counts.', GROWTH_INTERVALS);

const ListGrowth = builder.objectRef<GrowthRow>('ListGrowth').implement({
  description: 'The number of people who joined and left a list in a day, week or month.',
  fields: (t) => ({
    date: t.expose('date', {
      type: 'Date',
      description: 'The first day of the interval, such as 2026-01-31. Weeks start on Monday.',
    }),
    subscribed: t.exposeInt('subscribed', {
      description: 'People who joined and are still on the list, with any status.',
    }),
    unsubscribed: t.exposeInt('unsubscribed', {
      description: 'People who unsubscribed and have not resubscribed. Without bounces and complaints.',
    }),
  }),
});

builder.prismaObjectFields(List, (t) => ({
  statusCounts: t.field({
    type: SubscriberStatusCounts,
    resolve: ({ id }, _, { loaders }) => loaders.statusCounts.load(id),
  }),
  unsubscribeReasons: t.field({
    type: [UnsubscribeReasonCount],
    description: 'Reasons that people gave on the unsubscribe page, most frequent first.',
    resolve: ({ id }, _, { loaders }) => loaders.unsubscribeReasons.load(id),
  }),
  growth: t.field({
    type: [ListGrowth],
    nullable: true,
    extensions: FAILS_ALONE,
    description: "One entry per day, week or month in the team's time zone. At most 400.",
    args: {
      since: t.arg({
        type: 'Date',
        description: "The first day in the team's time zone, such as 2026-01-31. Default: 29 days before `until`.",
      }),
      until: t.arg({ type: 'Date', description: "The last day in the team's time zone, inclusive. Default: today." }),
      interval: t.arg({
        type: GrowthInterval,
        defaultValue: 'day',
        description: 'The length of each period. Default: DAY.',
      }),
    },
    resolve: ({ id }, request, { loaders }) => loaders.growth.load({ owner: id, request }),
  }),
}));
