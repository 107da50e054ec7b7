import { mergeTags } from '../domain/audience/merge-tags.ts';
import {
  createTag,
  deleteTag,
  listTags,
  readTag,
  renameTag,
  TAG_ORDER_FIELDS,
  type Tag as TagRow,
} from '../domain/audience/tag-catalogue.ts';
import { addTags, removeTags } from '../domain/audience/tag-subscriber.ts';
import { orNull } from '../domain/found.ts';
import { builder, type InputFields } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { Form } from './form.ts';
import type { Loaders } from './loaders.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { Subscriber } from './subscriber.ts';

const Tag = builder.objectRef<TagRow>('Tag').implement({
  description: 'A label on subscribers. Names are case-insensitive.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    subscribersCount: t.int({
      description: 'The number of subscribers with the tag, on all lists and in any status.',
      resolve: ({ number }, _, { loaders }) => loaders.taggedCount.load(number),
    }),
    subscribers: t.connection({
      type: Subscriber,
      description: 'The subscribers with the tag, on all lists and in any status, newest first.',
      args: { offset: t.arg.int() },
      resolve: ({ number }, request, { loaders }) =>
        connection(loaders.subscribersOfTag.load({ owner: String(number), request })),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

/** The tags with these internal keys that still exist, by name. */
async function tagsWith(numbers: readonly number[], { tagByNumber }: Loaders): Promise<TagRow[]> {
  const tags = (await tagByNumber.loadMany(numbers)).filter((tag): tag is TagRow => !!tag && 'number' in tag);
  return tags.sort((a, b) => (a.name < b.name ? -1 : 1));
}

builder.prismaObjectField(Subscriber, 'tagNodes', (t) =>
  t.field({
    type: [Tag],
    description: 'The tags of the subscriber as objects, by name.',
    resolve: ({ tagIds }, _, { loaders }) => tagsWith(tagIds, loaders),
  }),
);

builder.prismaObjectField(Form, 'tagNodes', (t) =>
  t.field({
    type: [Tag],
    description: 'The tags for new sign-ups as objects, by name.',
    resolve: ({ tagIds }, _, { loaders }) => tagsWith(tagIds, loaders),
  }),
);

const CreateTagInput = builder.inputType('CreateTagInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the tag, at most 100 characters. Case-insensitive.' }),
  }),
});

const onSubscriber = (t: InputFields) => ({
  id: t.id({ required: true, description: 'The id of the subscriber.' }),
  tags: t.stringList({ required: true, description: 'The names of the tags, 1 to 100.' }),
});

const AddSubscriberTagsInput = builder.inputType('AddSubscriberTagsInput', { fields: onSubscriber });

const RemoveSubscriberTagsInput = builder.inputType('RemoveSubscriberTagsInput', { fields: onSubscriber });

const RenameTagInput = builder.inputType('RenameTagInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the tag.' }),
    name: t.string({ required: true, description: 'The new name, at most 100 characters.' }),
  }),
});

const MergeTagsInput = builder.inputType('MergeTagsInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the tag to delete.' }),
    into: t.string({ required: true, description: 'The name of the tag to keep.' }),
  }),
});

const TagOrder = orderInput('Tag', TAG_ORDER_FIELDS);

builder.queryFields((t) => ({
  tag: t.field({
    type: Tag,
    nullable: true,
    description: 'A tag by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readTag(scope, id)),
  }),
  tags: t.connection({
    type: Tag,
    description: 'The tags of the team. Default order: newest first.',
    args: {
      search: t.arg.string({ description: 'Words in the name.' }),
      orderBy: t.arg({ type: TagOrder }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listTags(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createTag: t.field({
    type: Tag,
    description: 'Creates a tag. New tags given to subscribers are created automatically.',
    args: { input: t.arg({ type: CreateTagInput, required: true }) },
    resolve: (_, { input }, { scope }) => createTag(scope, input),
  }),
  renameTag: t.field({
    type: Tag,
    description: 'Renames a tag for all subscribers at once.',
    args: { input: t.arg({ type: RenameTagInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => renameTag(scope, id, input),
  }),
  mergeTags: t.field({
    type: Tag,
    description:
      'Replaces a tag with another for all its subscribers, deletes it, and returns the other tag. Above a thousand people this takes a few minutes; until then some people keep the old tag. References by name, such as in segments, are not updated.',
    args: { input: t.arg({ type: MergeTagsInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => mergeTags(scope, id, input),
  }),
  deleteTag: t.field({
    type: DeletePayload,
    description: 'Deletes a tag and removes it from all subscribers.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteTag(scope, id)),
  }),
  addSubscriberTags: t.field({
    type: Subscriber,
    description: 'Adds tags to a subscriber. Tags that do not exist are created.',
    args: { input: t.arg({ type: AddSubscriberTagsInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => addTags(scope, id, input),
  }),
  removeSubscriberTags: t.field({
    type: Subscriber,
    description: 'Removes tags from a subscriber. Tags that the subscriber does not have are ignored.',
    args: { input: t.arg({ type: RemoveSubscriberTagsInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => removeTags(scope, id, input),
  }),
}));
