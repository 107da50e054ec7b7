import type { Settings } from '../domain/bulk/actions.ts';
import type { BulkUpdate } from '../domain/bulk/bulk-updates.ts';
import type { Json } from '../validation/json.ts';
import { builder } from './builder.ts';
import { List } from './list.ts';

const TEXTS = {
  addTags: 'Adds these tags.',
  removeTags: 'Removes these tags.',
  setAttribute: 'Sets an attribute, or removes it.',
  subscribe: 'Subscribes the people to another list, with their names. A list with double opt-in asks them first.',
  unsubscribe: 'True: ends their subscriptions.',
  suppress: 'True: suppresses their addresses, which get no e-mails from the team.',
  delete: 'True: deletes their subscriptions. The people, their events and e-mails stay.',
  key: 'The key of the contact field.',
  resubscribe: 'Whether people who left that list join it again. Otherwise they fail.',
};

const BulkAttributeInput = builder.inputType('BulkAttributeInput', {
  description: 'An attribute and its new value.',
  fields: (t) => ({
    key: t.string({ required: true, description: TEXTS.key }),
    value: t.field({ type: 'JSON', description: 'The new value. Absent or null: removes the attribute.' }),
  }),
});

const BulkSubscriptionInput = builder.inputType('BulkSubscriptionInput', {
  description: 'The list that people join.',
  fields: (t) => ({
    listId: t.id({ required: true, description: 'The id of the list.' }),
    resubscribe: t.boolean({ description: `${TEXTS.resubscribe} Default: false.` }),
  }),
});

export const BulkChangeInput = builder.inputType('BulkChangeInput', {
  isOneOf: true,
  description: 'A change to each of the people. Set exactly one field.',
  fields: (t) => ({
    addTags: t.stringList({ description: `${TEXTS.addTags} 1 to 100 names.` }),
    removeTags: t.stringList({ description: `${TEXTS.removeTags} 1 to 100 names.` }),
    setAttribute: t.field({ type: BulkAttributeInput, description: TEXTS.setAttribute }),
    subscribe: t.field({ type: BulkSubscriptionInput, description: TEXTS.subscribe }),
    unsubscribe: t.boolean({ description: TEXTS.unsubscribe }),
    suppress: t.boolean({ description: TEXTS.suppress }),
    delete: t.boolean({ description: TEXTS.delete }),
  }),
});

const BulkAttribute = builder.objectRef<Settings>('BulkAttribute').implement({
  description: 'An attribute and its new value.',
  fields: (t) => ({
    key: t.string({ description: TEXTS.key, resolve: ({ attribute }) => attribute ?? '' }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The new value. Null: it is removed, or the bulk update has ended.',
      resolve: ({ value }) => value as Json,
    }),
  }),
});

const BulkSubscription = builder.objectRef<Settings>('BulkSubscription').implement({
  description: 'The list that people join.',
  fields: (t) => ({
    listId: t.id({ description: 'The id of the list.', resolve: ({ listId }) => listId ?? '' }),
    list: t.field({
      type: List,
      nullable: true,
      description: 'The list. Null if it was deleted.',
      resolve: ({ listId }, _, { loaders }) => loaders.list.load(listId ?? ''),
    }),
    resubscribe: t.boolean({ description: TEXTS.resubscribe, resolve: ({ resubscribe }) => resubscribe ?? false }),
  }),
});

type Row = Pick<BulkUpdate, 'action' | 'settings'>;
const settingsOf = ({ settings }: Row) => settings as Settings;
const when = <Value>(action: string, value: (settings: Settings) => Value) => ({
  nullable: true as const,
  resolve: (row: Row) => (row.action === action ? value(settingsOf(row)) : null),
});

export const BulkChange = builder.objectRef<Row>('BulkChange').implement({
  description: 'A change to each of the people, as in `BulkChangeInput`. Exactly one field is not null.',
  fields: (t) => ({
    addTags: t.stringList({ description: TEXTS.addTags, ...when('add_tags', ({ tags }) => [...(tags ?? [])]) }),
    removeTags: t.stringList({
      description: TEXTS.removeTags,
      ...when('remove_tags', ({ tags }) => [...(tags ?? [])]),
    }),
    setAttribute: t.field({
      type: BulkAttribute,
      description: TEXTS.setAttribute,
      ...when('set_attribute', (settings) => settings),
    }),
    subscribe: t.field({
      type: BulkSubscription,
      description: TEXTS.subscribe,
      ...when('subscribe', (settings) => settings),
    }),
    unsubscribe: t.boolean({ description: TEXTS.unsubscribe, ...when('unsubscribe', () => true) }),
    suppress: t.boolean({ description: TEXTS.suppress, ...when('suppress', () => true) }),
    delete: t.boolean({ description: TEXTS.delete, ...when('delete', () => true) }),
  }),
});

/** Whether what it does is still known: erasing a person whom it names removes that. */
export const isKnown = ({ action, settings }: Row): boolean =>
  !NEEDED.has(action) || Object.keys(settings as object).length > 0;

const NEEDED: ReadonlySet<string> = new Set(['add_tags', 'remove_tags', 'set_attribute', 'subscribe']);
