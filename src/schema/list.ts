import { createList, deleteList, listLists, updateList } from '../domain/audience/lists.ts';
import { found, idOf } from '../domain/found.ts';
import { builder } from './builder.ts';
import { connection } from './pagination.ts';
import { Transport } from './transport.ts';

export const List = builder.prismaObject('List', {
  description: 'Holds subscribers, and says who writes to them and in which language.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    name: t.exposeString('name'),
    locale: t.exposeString('locale'),
    fromEmail: t.expose('fromEmail', { type: 'EmailAddress' }),
    fromName: t.exposeString('fromName', { nullable: true }),
    requiresConfirmation: t.exposeBoolean('requiresConfirmation', { description: 'Double opt-in.' }),
    transport: t.field({
      type: Transport,
      nullable: true,
      description: "By which it is written to; by the team's default when null.",
      resolve: async ({ transportId }, _, { loaders }) =>
        (transportId && (await loaders.transport.load(transportId))) || null,
    }),
    subscribedCount: t.int({ resolve: (list, _, { loaders }) => loaders.subscribedCount.load(list.id) }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const ListInput = builder.inputType('ListInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    fromEmail: t.string({ required: true }),
    fromName: t.string(),
    locale: t.string({ description: 'BCP 47; "en" when absent.' }),
    requiresConfirmation: t.boolean(),
    transport: t.string({ description: "Id of the transport; the team's default when absent." }),
  }),
});

const ListChange = builder.inputType('ListChange', {
  description: 'Absent keeps, null puts back to the default, a value sets.',
  fields: (t) => ({
    name: t.string(),
    fromEmail: t.string(),
    fromName: t.string(),
    locale: t.string(),
    requiresConfirmation: t.boolean(),
    transport: t.string(),
  }),
});

builder.queryFields((t) => ({
  list: t.field({
    type: List,
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (_, { id }, { loaders }) => found(await loaders.list.load(idOf(id))),
  }),
  lists: t.connection({
    type: List,
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listLists(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createList: t.field({
    type: List,
    args: { input: t.arg({ type: ListInput, required: true }) },
    resolve: (_, { input }, { scope }) => createList(scope, input),
  }),
  updateList: t.field({
    type: List,
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: ListChange, required: true }) },
    resolve: (_, { id, input }, { scope }) => updateList(scope, id, input),
  }),
  deleteList: t.field({
    type: List,
    description:
      'Takes its subscribers, segments and campaigns along; people, events and mails stay. A conflict while a campaign to it is being sent. Gives the list as it was.',
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (_, { id }, { scope }) => deleteList(scope, id),
  }),
}));
