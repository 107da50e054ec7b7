import type { SUBSCRIBER_SOURCES } from '../domain/segments/subscriber-filter.ts';
import { createPeopleView, deletePeopleView, listPeopleViews, updatePeopleView } from '../domain/views/people-views.ts';
import { VIEW_SORTS } from '../domain/views/view-input.ts';
import { builder, type InputFields } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { SubscriberSource, SubscriberStatus } from './subscriber.ts';

const Sort = wireEnum('PeopleViewSort', 'The order of a view.', VIEW_SORTS, {
  newest: 'Newest people first.',
  oldest: 'Oldest people first.',
  email: 'By e-mail address.',
  email_descending: 'By e-mail address, from Z to A.',
});

const PeopleView = builder.prismaObject('PeopleView', {
  description: 'A named view of the table of people: list, filters, order and columns. The whole team shares it.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Unique in the team.' }),
    listId: t.exposeID('listId', { nullable: true, description: 'The id of the list. Null: all lists.' }),
    segmentId: t.exposeID('segmentId', {
      nullable: true,
      description: 'The id of a segment of the list. Null: no such filter.',
    }),
    importId: t.exposeID('importId', { nullable: true, description: 'The id of an import. Null: no such filter.' }),
    search: t.exposeString('search', {
      nullable: true,
      description: 'Words in the e-mail address or the names. Null: no such filter.',
    }),
    status: t.expose('status', { type: SubscriberStatus, nullable: true, description: 'Null: any status.' }),
    tag: t.exposeString('tag', { nullable: true, description: 'Name of a tag. Null: no such filter.' }),
    source: t.field({
      type: SubscriberSource,
      nullable: true,
      description: 'How people came onto the list. Null: any way.',
      resolve: ({ source }) => source as (typeof SUBSCRIBER_SOURCES)[number] | null,
    }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The key of a contact field. Null: no such filter.',
    }),
    fieldValue: t.exposeString('fieldValue', {
      nullable: true,
      description: 'The value of the contact field. Null: any value.',
    }),
    since: t.expose('since', {
      type: 'Date',
      nullable: true,
      description: "The first day, in the team's time zone. Null: no limit.",
    }),
    until: t.expose('until', {
      type: 'Date',
      nullable: true,
      description: "The last day, in the team's time zone. Null: no limit.",
    }),
    sort: t.field({
      type: Sort,
      nullable: true,
      description: 'The order. Null: newest people first.',
      resolve: ({ sort }) => sort as (typeof VIEW_SORTS)[number] | null,
    }),
    columns: t.exposeStringList('columns', {
      description: 'The columns of the table, contact fields as `field.city`. Empty: the usual ones.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const contents = (t: InputFields) => ({
  listId: t.id({ description: 'The id of a list. Null: all lists.' }),
  segmentId: t.id({ description: 'The id of a segment of the list.' }),
  importId: t.id({ description: 'Only people that this import added.' }),
  search: t.string({ description: 'Words in the e-mail address or the names.' }),
  status: t.field({ type: SubscriberStatus, description: 'Only people in this status.' }),
  tag: t.string({ description: 'Name of a tag.' }),
  source: t.field({ type: SubscriberSource, description: 'Only people from this source.' }),
  field: t.string({ description: 'The key of a contact field. Only people with a value in it.' }),
  fieldValue: t.string({ description: 'With `field`: only people with this value.' }),
  since: t.field({ type: 'Date', description: "The first day, in the team's time zone." }),
  until: t.field({ type: 'Date', description: "The last day, in the team's time zone." }),
  sort: t.field({ type: Sort, description: 'The order. Null: newest people first.' }),
  columns: t.stringList({ description: 'The columns of the table, contact fields as `field.city`. At most 500.' }),
});

const CreatePeopleViewInput = builder.inputType('CreatePeopleViewInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'At most 60 characters.' }),
    ...contents(t),
  }),
});

const UpdatePeopleViewInput = builder.inputType('UpdatePeopleViewInput', {
  description: 'Absent fields keep their values.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the view.' }),
    name: t.string({ description: 'At most 60 characters.' }),
    ...contents(t),
  }),
});

builder.queryField('peopleViews', (t) =>
  t.field({
    type: [PeopleView],
    description: 'The views of the table of people, by name. At most 100.',
    resolve: (_, __, { scope }) => listPeopleViews(scope),
  }),
);

builder.mutationFields((t) => ({
  createPeopleView: t.field({
    type: PeopleView,
    description: 'Saves a view of the table of people for the whole team.',
    args: { input: t.arg({ type: CreatePeopleViewInput, required: true }) },
    resolve: (_, { input }, { scope }) => createPeopleView(scope, input),
  }),
  updatePeopleView: t.field({
    type: PeopleView,
    description: 'Renames a view, or changes what it shows.',
    args: { input: t.arg({ type: UpdatePeopleViewInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => updatePeopleView(scope, id, input),
  }),
  deletePeopleView: t.field({
    type: DeletePayload,
    description: 'Deletes a view for the whole team. The people stay.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deletePeopleView(scope, id)),
  }),
}));
