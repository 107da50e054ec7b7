import { listEventNames } from '../domain/insight/event-names.ts';
import type { EventProperty as Property } from '../domain/segments/event-outline.ts';
import { listEventProperties } from '../domain/segments/event-properties.ts';
import { builder } from './builder.ts';
import { openEnum } from './enums.ts';

const EventName = builder.objectRef<{ name: string }>('EventName').implement({
  description: 'A name of recorded events.',
  fields: (t) => ({ name: t.exposeString('name') }),
});

const EventPropertyType = openEnum('EventPropertyType', 'The type for comparing a property.', [
  'text',
  'number',
  'boolean',
]);

const EventProperty = builder.objectRef<Property>('EventProperty').implement({
  description: 'A property for conditions on events.',
  fields: (t) => ({
    property: t.exposeString('property', {
      description:
        'Its name in conditions: `value` or `currency` of the event, or a property such as `shipping.country`.',
    }),
    type: t.expose('type', { type: EventPropertyType }),
    inList: t.exposeBoolean('inList', {
      description: 'Whether an event can have several values, as in `items`.',
    }),
    currency: t.expose('currency', {
      type: 'CurrencyCode',
      nullable: true,
      description: 'For `value`: the most frequent currency of the events.',
    }),
  }),
});

builder.queryFields((t) => ({
  eventNames: t.field({
    type: [EventName],
    description: 'The names of recorded events, alphabetically. At most 100. `search` matches any part of the name.',
    args: { search: t.arg.string() },
    resolve: (_, args, { scope }) => listEventNames(scope, args),
  }),
  eventProperties: t.field({
    type: [EventProperty],
    description: 'Properties for conditions on events of this name, taken from the newest 100 events.',
    args: { name: t.arg.string({ required: true, description: 'The name of the events.' }) },
    resolve: (_, args, { scope }) => listEventProperties(scope, args),
  }),
}));
