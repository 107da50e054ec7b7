import { createList, deleteList, listLists, updateList } from '../domain/audience/lists.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { loadIfAny } from './loaders.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { Transport } from './transport.ts';

export const List = builder.prismaObject('List', {
  description: 'Holds subscribers, and says who writes to them and in which language.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    locale: t.exposeString('locale'),
    fromEmail: t.expose('fromEmail', { type: 'EmailAddress' }),
    fromName: t.exposeString('fromName', { nullable: true }),
    requiresConfirmation: t.exposeBoolean('requiresConfirmation', { description: 'Double opt-in.' }),
    transportId: t.exposeID('transportId', { nullable: true }),
    transport: t.field({
      type: Transport,
      nullable: true,
      description: "By which it is written to; by the team's default when null.",
      resolve: ({ transportId }, _, { loaders }) => loadIfAny(loaders.transport, transportId),
    }),
    subscribedCount: t.int({ resolve: (list, _, { loaders }) => loaders.subscribedCount.load(list.id) }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const CreateListInput = builder.inputType('CreateListInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    fromEmail: t.string({ required: true }),
    fromName: t.string(),
    locale: t.string({ description: 'BCP 47; "en" when absent.' }),
    requiresConfirmation: t.boolean(),
    transportId: t.id({ description: "Id of the transport; the team's default when absent." }),
  }),
});

const UpdateListInput = builder.inputType('UpdateListInput', {
  description: 'Absent keeps, null puts back to the default, a value sets.',
  fields: (t) => ({
    name: t.string(),
    fromEmail: t.string(),
    fromName: t.string(),
    locale: t.string(),
    requiresConfirmation: t.boolean(),
    transportId: t.id(),
  }),
});

builder.queryFields((t) => ({
  list: t.field({
    type: List,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.list.load(id.toLowerCase()),
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
    args: { input: t.arg({ type: CreateListInput, required: true }) },
    resolve: (_, { input }, { scope }) => createList(scope, input),
  }),
  updateList: t.field({
    type: List,
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateListInput, required: true }) },
    resolve: (_, { id, input }, { scope }) => updateList(scope, id, input),
  }),
  deleteList: t.field({
    type: DeletePayload,
    description:
      'Takes its subscribers, segments and campaigns along; people, events and mails stay. A conflict while a campaign to it is being sent.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteList(scope, id)),
  }),
}));
