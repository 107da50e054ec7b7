import { listEventNames } from '../domain/insight/event-names.ts';
import type { EventProperty as Property } from '../domain/segments/event-outline.ts';
import { listEventProperties } from '../domain/segments/event-properties.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';

const EventName = builder.objectRef<{ name: string }>('EventName').implement({
  description: 'A name under which events were recorded.',
  fields: (t) => ({ name: t.exposeString('name') }),
});

const EventPropertyType = wireEnum('EventPropertyType', 'The type in which a property is best compared.', [
  'text',
  'number',
  'boolean',
]);

const EventProperty = builder.objectRef<Property>('EventProperty').implement({
  description: 'Something that conditions on events can ask about.',
  fields: (t) => ({
    property: t.exposeString('property', {
      description:
        'Its name in conditions: `value` and `currency` of the event itself, or a property, such as `shipping.country`.',
    }),
    type: t.expose('type', { type: EventPropertyType }),
    inList: t.exposeBoolean('inList', {
      description: 'Whether an event can have several values of it, as in `items`.',
    }),
    currency: t.exposeString('currency', {
      nullable: true,
      description: 'Of `value`: the currency that most of the events have.',
    }),
  }),
});

builder.queryFields((t) => ({
  eventNames: t.field({
    type: [EventName],
    description: 'The names of recorded events, in alphabetical order: at most 100, with `search` in them.',
    args: { search: t.arg.string() },
    resolve: (_, args, { scope }) => listEventNames(scope, args),
  }),
  eventProperties: t.field({
    type: [EventProperty],
    description: 'What conditions can ask about events of a name, by the newest 100 of them.',
    args: { name: t.arg.string({ required: true }) },
    resolve: (_, args, { scope }) => listEventProperties(scope, args),
  }),
}));
