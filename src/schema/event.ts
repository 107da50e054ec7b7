import type { PersonalEvent } from '../domain/insight/events.ts';
import { type EventResult as Result, recordEvent, recordEvents } from '../domain/insight/record-events.ts';
import { listRecordedEvents } from '../domain/insight/recorded-events.ts';
import { Activity } from './activity.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { wireEnum } from './enums.ts';
import { Issue } from './issue.ts';
import { loadIfAny } from './loaders.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { permissionsOf, requires } from './permissions.ts';
import { eventsAsRecorded } from './streams.ts';

export const Event = builder.objectRef<PersonalEvent>('Event').implement({
  description: 'A recorded action of a person.',
  interfaces: [Node, Activity],
  fields: (t) => ({
    email: t.expose('email', { type: 'EmailAddress' }),
    name: t.exposeString('name'),
    properties: t.field({ type: 'JSONObject', nullable: true, resolve: (event) => event.properties as object | null }),
    value: t.expose('value', {
      type: 'Money',
      nullable: true,
      description: "In the currency's smallest unit.",
    }),
    currency: t.expose('currency', { type: 'CurrencyCode', nullable: true }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    reference: t.exposeString('reference', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const RecordEventInput = builder.inputType('RecordEventInput', {
  fields: (t) => ({
    email: t.field({
      type: 'EmailAddress',
      required: true,
      description: "The person's e-mail address. The person need not be subscribed.",
    }),
    name: t.string({
      required: true,
      description:
        'At most 100 letters, digits, spaces and the characters _ . : - An event named `order` with a value counts as a sale.',
    }),
    properties: t.field({ type: 'JSONObject', description: 'Any details of the event.' }),
    value: t.field({ type: 'Money', description: "In the currency's smallest unit. Requires `currency`." }),
    currency: t.field({ type: 'CurrencyCode', description: 'Three letters, such as EUR. Requires `value`.' }),
    occurredAt: t.field({ type: 'DateTime', description: 'At most one day in the future. Default: now.' }),
    reference: t.string({
      description: 'Your identifier for the event. Events with the same reference are recorded once.',
    }),
  }),
});

const EventStatus = wireEnum('EventResultStatus', 'Whether the event was recorded.', [
  'recorded',
  'duplicate',
  'invalid',
]);

/** A duplicate names the event recorded earlier, but not to a token that may only record. */
async function eventIdOf({ id, given }: Result, { loaders, access }: Context): Promise<string | null> {
  const known = given && permissionsOf(access).read ? await loaders.referredEvent.load(given) : undefined;
  return id ?? known ?? null;
}

const EventResult = builder.objectRef<Result>('EventResult').implement({
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'The position of the row. 0 for a single event.' }),
    status: t.expose('status', { type: EventStatus }),
    isNew: t.boolean({
      description:
        'Whether this call recorded the event. False for an invalid event, or if its reference was recorded before.',
      resolve: ({ status }) => status === 'recorded',
    }),
    eventId: t.exposeID('id', { nullable: true, description: 'Present if the event was recorded.' }),
    event: t.field({
      type: Event,
      nullable: true,
      description:
        'The recorded event. For a duplicate, the event that was recorded earlier for this person with the reference.',
      resolve: async (result, _, context) => loadIfAny(context.loaders.event, await eventIdOf(result, context)),
    }),
    issues: t.expose('issues', { type: [Issue], nullable: true, description: 'Present if the row is invalid.' }),
  }),
});

builder.queryField('event', (t) =>
  t.field({
    type: Event,
    nullable: true,
    description: 'An event by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.event.load(id),
  }),
);

const RecordEventsInput = builder.inputType('RecordEventsInput', {
  fields: (t) => ({
    events: t.field({ type: [RecordEventInput], required: true, description: 'The events to record, 1 to 1,000.' }),
  }),
});

builder.mutationFields((t) => ({
  recordEvent: t.field({
    ...requires('recordEvents'),
    type: EventResult,
    description: 'Records an event of a person. Events with the same reference are recorded once.',
    args: { input: t.arg({ type: RecordEventInput, required: true }) },
    resolve: (_, { input }, { scope }) => recordEvent(scope, input),
  }),
  recordEvents: t.field({
    ...requires('recordEvents'),
    type: [EventResult],
    description: 'Records 1 to 1,000 events. Each row is validated on its own.',
    args: { input: t.arg({ type: RecordEventsInput, required: true }) },
    resolve: (_, { input }, { scope }) => recordEvents(scope, input),
  }),
}));

builder.subscriptionField('eventRecorded', (t) =>
  t.field({
    type: Event,
    description: 'Sends each new event, optionally only those of one person or with one name.',
    args: { email: t.arg({ type: 'EmailAddress' }), name: t.arg.string() },
    subscribe: (_, filter, context) => eventsAsRecorded(context, filter),
    resolve: (event) => event,
  }),
);

builder.queryField('events', (t) =>
  t.connection({
    type: Event,
    description:
      'The events of the team, newest recorded first. With a person or a name, by the time they happened. Without a person, `totalCount` counts up to 10,000.',
    args: {
      email: t.arg({ type: 'EmailAddress' }),
      name: t.arg.string(),
      since: t.arg({ type: 'DateTime', description: 'Only events recorded from this time on.' }),
      until: t.arg({ type: 'DateTime', description: 'Only events recorded before this time.' }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listRecordedEvents(scope, args)),
  }),
);
