import { createList, deleteList, LIST_ORDER_FIELDS, listLists, updateList } from '../domain/audience/lists.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { loadIfAny } from './loaders.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { Transport } from './transport.ts';

export const List = builder.prismaObject('List', {
  description: 'A list of subscribers, with the sender and language of its messages.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    locale: t.expose('locale', { type: 'Locale' }),
    fromEmail: t.expose('fromEmail', { type: 'EmailAddress' }),
    fromName: t.exposeString('fromName', { nullable: true }),
    requiresConfirmation: t.exposeBoolean('requiresConfirmation', { description: 'Double opt-in.' }),
    headers: t.field({
      type: 'JSONObject',
      description: 'Headers of all messages to the list, by name.',
      resolve: ({ headers }) => headers as object,
    }),
    transportId: t.exposeID('transportId', { nullable: true }),
    transport: t.field({
      type: Transport,
      nullable: true,
      description: "The transport for messages to the list. Null: the team's default transport.",
      resolve: ({ transportId }, _, { loaders }) => loadIfAny(loaders.transport, transportId),
    }),
    subscribedCount: t.int({ resolve: (list, _, { loaders }) => loaders.subscribedCount.load(list.id) }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const CreateListInput = builder.inputType('CreateListInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'Shown to subscribers, for example on public pages.' }),
    fromEmail: t.field({ type: 'EmailAddress', required: true, description: "The sender's e-mail address." }),
    fromName: t.string({ description: 'Sender name.' }),
    locale: t.field({ type: 'Locale', defaultValue: 'en', description: 'A BCP 47 language tag. Default: "en".' }),
    requiresConfirmation: t.boolean({ defaultValue: false, description: 'Double opt-in. Default: false.' }),
    headers: t.field({ type: 'JSONObject', description: 'Headers of all messages to the list, by name.' }),
    transportId: t.id({ description: "Id of the transport. Default: the team's default transport." }),
  }),
});

const UpdateListInput = builder.inputType('UpdateListInput', {
  description: 'Absent fields keep their values; null resets them.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the list.' }),
    name: t.string({ description: 'Shown to subscribers, for example on public pages.' }),
    fromEmail: t.field({ type: 'EmailAddress', description: "The sender's e-mail address." }),
    fromName: t.string({ description: 'Sender name.' }),
    locale: t.field({ type: 'Locale', description: 'A BCP 47 language tag. Null: "en".' }),
    requiresConfirmation: t.boolean({ description: 'Double opt-in. Null: false.' }),
    headers: t.field({ type: 'JSONObject', description: 'Headers of all messages to the list, by name. Null: none.' }),
    transportId: t.id({ description: "Id of the transport. Null: the team's default transport." }),
  }),
});

const ListOrder = orderInput('List', LIST_ORDER_FIELDS);

builder.queryFields((t) => ({
  list: t.field({
    type: List,
    nullable: true,
    description: 'A list by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.list.load(id),
  }),
  lists: t.connection({
    type: List,
    description: 'The lists of the team. Default order: newest first.',
    args: {
      search: t.arg.string({ description: 'Words in the name.' }),
      orderBy: t.arg({ type: ListOrder }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listLists(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createList: t.field({
    type: List,
    description: 'Creates a list with the sender and language of its e-mails.',
    args: { input: t.arg({ type: CreateListInput, required: true }) },
    resolve: (_, { input }, { scope }) => createList(scope, input),
  }),
  updateList: t.field({
    type: List,
    description: 'Updates the given fields.',
    args: { input: t.arg({ type: UpdateListInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => updateList(scope, id, input),
  }),
  deleteList: t.field({
    type: DeletePayload,
    description:
      'Deletes a list with its subscribers, segments and campaigns. Keeps people, events and transactional e-mails. Fails with CONFLICT (`SENDING`) while a campaign to the list is being sent.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteList(scope, id)),
  }),
}));
