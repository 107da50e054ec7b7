import { orNull } from '../domain/found.ts';
import { addressOf } from '../domain/media/addresses.ts';
import { deleteMedia } from '../domain/media/delete-media.ts';
import { MEDIA_TYPES } from '../domain/media/formats/picture.ts';
import { listMedia, MEDIA_ORDER_FIELDS } from '../domain/media/list-media.ts';
import { readMedia, updateMedia, type Variant, variantsOf } from '../domain/media/media.ts';
import { MEDIA_USES, type MediaUse, type MediaUses, readMediaUses } from '../domain/media/where-used.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';

const MediaType = wireEnum('MediaType', 'What a picture is, judged by its content.', MEDIA_TYPES);

const MediaVariant = builder.objectRef<Variant & { folder: string }>('MediaVariant').implement({
  description: 'A narrower version of a picture.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: 'In pixels.' }),
    height: t.exposeInt('height', { description: 'In pixels.' }),
    size: t.exposeInt('size', { description: 'In bytes.' }),
    url: t.string({
      description: 'Its public address.',
      resolve: ({ folder, file }, _, { installation }) => addressOf(installation.media.publicUrl, folder, file),
    }),
  }),
});

export const Media = builder.prismaObject('Media', {
  description: 'A picture that the team has uploaded, for its e-mails.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    alt: t.exposeString('alt', { nullable: true, description: 'What it shows, for those who do not see it.' }),
    type: t.field({ type: MediaType, resolve: ({ type }) => type as (typeof MEDIA_TYPES)[number] }),
    size: t.exposeInt('size', { description: 'In bytes, as it is stored.' }),
    width: t.exposeInt('width', { description: 'In pixels.' }),
    height: t.exposeInt('height', { description: 'In pixels.' }),
    frames: t.exposeInt('frames', { description: 'More than one in what moves.' }),
    url: t.string({
      description: 'Its public address, which never shows anything else.',
      resolve: ({ folder, file }, _, { installation }) => addressOf(installation.media.publicUrl, folder, file),
    }),
    variants: t.field({
      type: [MediaVariant],
      description: 'Versions 300, 600 and 1200 pixels wide, of what is wider. None of what moves.',
      resolve: (media) => variantsOf(media).map((variant) => ({ ...variant, folder: media.folder })),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const MediaUseKind = wireEnum('MediaUseKind', 'What shows a picture.', MEDIA_USES, {
  campaign: 'A campaign whose sending has begun: it keeps the content that it began with.',
});

const MediaUseType = builder.objectRef<MediaUse>('MediaUse').implement({
  description: 'Something that shows a picture.',
  fields: (t) => ({
    kind: t.expose('kind', { type: MediaUseKind }),
    id: t.exposeID('id', { nullable: true, description: 'Null for the brand of the team.' }),
    name: t.exposeString('name'),
  }),
});

const MediaUsesType = builder.objectRef<MediaUses>('MediaUses').implement({
  description: 'Where a picture is used: what has its address, or that of a narrower version, in its content.',
  fields: (t) => ({
    total: t.exposeInt('total'),
    uses: t.expose('uses', { type: [MediaUseType], description: 'The first hundred of them.' }),
  }),
});

export const MediaOrder = orderInput('Media', MEDIA_ORDER_FIELDS);

const UpdateMediaInput = builder.inputType('UpdateMediaInput', {
  description: 'An absent field keeps its value, and null clears it.',
  fields: (t) => ({
    name: t.string({ description: 'What the team calls it.' }),
    alt: t.string({ description: 'What it shows, for those who do not see it.' }),
  }),
});

builder.queryFields((t) => ({
  media: t.field({
    type: Media,
    nullable: true,
    description: 'A picture, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readMedia(scope, id)),
  }),
  allMedia: t.connection({
    type: Media,
    description: 'The pictures of the team, newest first unless ordered otherwise.',
    args: {
      search: t.arg.string({ description: 'Words that the name or the alt text contains.' }),
      orderBy: t.arg({ type: MediaOrder }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listMedia(scope, args)),
  }),
  mediaUses: t.field({
    type: MediaUsesType,
    nullable: true,
    description: 'Where a picture is used.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readMediaUses(scope, id)),
  }),
}));

builder.mutationFields((t) => ({
  updateMedia: t.field({
    type: Media,
    description: 'Changes the fields that are given. The address stays the same.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateMediaInput, required: true }) },
    resolve: (_, { id, input }, { scope }) => updateMedia(scope, id, input),
  }),
  deleteMedia: t.field({
    type: DeletePayload,
    description:
      'Deletes a picture. Its addresses lead nowhere from then on, also in messages that were sent. Fails with CONFLICT while it is used.',
    args: {
      id: t.arg.id({ required: true }),
      force: t.arg.boolean({ description: 'Deletes it even where it is used.' }),
    },
    resolve: (_, { id, ...options }, { scope }) => deleted(deleteMedia(scope, id, options)),
  }),
}));
