import {
  createTag,
  deleteTag,
  listTags,
  readTag,
  renameTag,
  type Tag as TagRow,
} from '../domain/audience/tag-catalogue.ts';
import { addTags, removeTags } from '../domain/audience/tag-subscriber.ts';
import { builder } from './builder.ts';
import { connection } from './pagination.ts';
import { Subscriber } from './subscriber.ts';

const Tag = builder.objectRef<TagRow>('Tag').implement({
  description: 'A name put on subscribers, compared without case.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    name: t.exposeString('name'),
    subscribersCount: t.int({
      description: 'How many subscribers of all lists have it, whatever their status.',
      resolve: ({ number }, _, { loaders }) => loaders.taggedCount.load(number),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const TagInput = builder.inputType('TagInput', { fields: (t) => ({ name: t.string({ required: true }) }) });

const onSubscriber = builder.args((t) => ({
  subscriberId: t.field({ type: 'UUID', required: true }),
  tags: t.stringList({ required: true, description: 'Names, 1 to 100.' }),
}));

builder.queryFields((t) => ({
  tag: t.field({
    type: Tag,
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (_, { id }, { scope }) => readTag(scope, id),
  }),
  tags: t.connection({
    type: Tag,
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listTags(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createTag: t.field({
    type: Tag,
    args: { input: t.arg({ type: TagInput, required: true }) },
    resolve: (_, { input }, { scope }) => createTag(scope, input),
  }),
  renameTag: t.field({
    type: Tag,
    args: { id: t.arg({ type: 'UUID', required: true }), name: t.arg.string({ required: true }) },
    resolve: (_, { id, name }, { scope }) => renameTag(scope, id, name),
  }),
  deleteTag: t.field({
    type: Tag,
    description: 'Takes it from all subscribers. Gives the tag as it was.',
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (_, { id }, { scope }) => deleteTag(scope, id),
  }),
  addTags: t.field({
    type: Subscriber,
    description: 'Puts tags on a subscriber, created where missing.',
    args: onSubscriber,
    resolve: (_, { subscriberId, tags }, { scope }) => addTags(scope, subscriberId, tags),
  }),
  removeTags: t.field({
    type: Subscriber,
    args: onSubscriber,
    resolve: (_, { subscriberId, tags }, { scope }) => removeTags(scope, subscriberId, tags),
  }),
}));
