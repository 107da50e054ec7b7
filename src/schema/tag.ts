import { mergeTags } from '../domain/audience/merge-tags.ts';
import {
  createTag,
  deleteTag,
  listTags,
  readTag,
  renameTag,
  type Tag as TagRow,
} from '../domain/audience/tag-catalogue.ts';
import { addTags, removeTags } from '../domain/audience/tag-subscriber.ts';
import { orNull } from '../domain/found.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { Subscriber } from './subscriber.ts';

const Tag = builder.objectRef<TagRow>('Tag').implement({
  description: 'A label on subscribers. Names are compared without case.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    subscribersCount: t.int({
      description: 'The number of subscribers of all lists that have the tag, whatever their status.',
      resolve: ({ number }, _, { loaders }) => loaders.taggedCount.load(number),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const CreateTagInput = builder.inputType('CreateTagInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'At most 100 characters. Compared without case.' }),
  }),
});

const onSubscriber = builder.args((t) => ({
  id: t.id({ required: true, description: 'The id of the subscriber.' }),
  tags: t.stringList({ required: true, description: '1 to 100 names of tags.' }),
}));

builder.queryFields((t) => ({
  tag: t.field({
    type: Tag,
    nullable: true,
    description: 'A tag, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readTag(scope, id)),
  }),
  tags: t.connection({
    type: Tag,
    description: 'The tags of the team, newest first.',
    args: { search: t.arg.string({ description: 'Words that the name contains.' }), offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listTags(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createTag: t.field({
    type: Tag,
    description: 'Creates a tag. Tags that subscribers are given are created by themselves.',
    args: { input: t.arg({ type: CreateTagInput, required: true }) },
    resolve: (_, { input }, { scope }) => createTag(scope, input),
  }),
  renameTag: t.field({
    type: Tag,
    description: 'Renames a tag, for all subscribers at once.',
    args: {
      id: t.arg.id({ required: true }),
      name: t.arg.string({ required: true, description: 'The new name, at most 100 characters.' }),
    },
    resolve: (_, { id, name }, { scope }) => renameTag(scope, id, name),
  }),
  mergeTags: t.field({
    type: Tag,
    description:
      'Gives everybody who has a tag another in its place, and deletes it. Returns the one that stays. Of more than a thousand people it is done within minutes; until then they keep the one they have. What names the tag, such as a segment, is left as it is.',
    args: {
      id: t.arg.id({ required: true, description: 'The tag that goes.' }),
      into: t.arg.string({ required: true, description: 'The name of the tag that stays.' }),
    },
    resolve: (_, { id, into }, { scope }) => mergeTags(scope, id, into),
  }),
  deleteTag: t.field({
    type: DeletePayload,
    description: 'Deletes a tag, and removes it from all subscribers.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteTag(scope, id)),
  }),
  addSubscriberTags: t.field({
    type: Subscriber,
    description: 'Adds tags to a subscriber. Tags that do not exist are created.',
    args: onSubscriber,
    resolve: (_, { id, tags }, { scope }) => addTags(scope, id, tags),
  }),
  removeSubscriberTags: t.field({
    type: Subscriber,
    description: 'Removes tags from a subscriber. Those that the subscriber does not have are ignored.',
    args: onSubscriber,
    resolve: (_, { id, tags }, { scope }) => removeTags(scope, id, tags),
  }),
}));
