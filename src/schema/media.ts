import { orNull } from '../domain/found.ts';
import { addressOf } from '../domain/media/addresses.ts';
import { deleteMedia } from '../domain/media/delete-media.ts';
import { MEDIA_TYPES } from '../domain/media/formats/picture.ts';
import { listMedia, MEDIA_ORDER_FIELDS } from '../domain/media/list-media.ts';
import { readMedia, updateMedia, type Variant, variantsOf } from '../domain/media/media.ts';
import { MEDIA_USES, type MediaUse, type MediaUses, readMediaUses } from '../domain/media/where-used.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { openEnum } from './enums.ts';
import { loadIfAny } from './loaders.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { FAILS_ALONE } from './permissions.ts';

const MediaType = openEnum('MediaType', 'The image type, detected from the content.', MEDIA_TYPES);

const MediaSize = builder.objectRef<Variant & { folder: string }>('MediaSize').implement({
  description: 'A narrower version of an image.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: 'In pixels.' }),
    height: t.exposeInt('height', { description: 'In pixels.' }),
    size: t.exposeInt('size', { description: 'In bytes.' }),
    url: t.field({
      type: 'URL',
      description: 'The public address.',
      resolve: ({ folder, file }, _, { installation }) => addressOf(installation.media.publicUrl, folder, file),
    }),
  }),
});

export const Media = builder.prismaObject('Media', {
  description: "An uploaded image for the team's e-mails.",
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    alt: t.exposeString('alt', { nullable: true, description: 'A description for people who cannot see the image.' }),
    type: t.field({ type: MediaType, resolve: ({ type }) => type as (typeof MEDIA_TYPES)[number] }),
    size: t.exposeInt('size', { description: 'The stored size in bytes.' }),
    width: t.exposeInt('width', { description: 'In pixels.' }),
    height: t.exposeInt('height', { description: 'In pixels.' }),
    frames: t.exposeInt('frames', { description: 'Number of frames; more than one for animations.' }),
    url: t.field({
      type: 'URL',
      description: 'The public address. Its content never changes.',
      resolve: ({ folder, file }, _, { installation }) => addressOf(installation.media.publicUrl, folder, file),
    }),
    sizes: t.field({
      type: [MediaSize],
      description: 'Versions 300, 600 and 1200 pixels wide, if the original is wider. None for animations.',
      resolve: (media) => variantsOf(media).map((variant) => ({ ...variant, folder: media.folder })),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const MediaUseKind = openEnum('MediaUseKind', 'The type of object that uses an image.', MEDIA_USES, {
  campaign: 'A campaign that was sent or is being sent. Its content stays fixed.',
});

const MediaUseType = builder.objectRef<MediaUse>('MediaUse').implement({
  description: 'An object that uses an image.',
  fields: (t) => ({
    kind: t.expose('kind', { type: MediaUseKind }),
    objectId: t.exposeID('id', { nullable: true, description: "Null for the team's brand." }),
    node: t.field({
      type: Node,
      nullable: true,
      description: "The object. Null for the team's brand.",
      resolve: ({ id }, _, { loaders }) => loadIfAny(loaders.node, id),
    }),
    name: t.exposeString('name'),
  }),
});

const MediaUsesType = builder.objectRef<MediaUses>('MediaUses').implement({
  description: 'The objects that contain the address of an image or of one of its sizes.',
  fields: (t) => ({
    total: t.exposeInt('total'),
    uses: t.expose('uses', { type: [MediaUseType], description: 'The first hundred.' }),
  }),
});

builder.prismaObjectField(Media, 'uses', (t) =>
  t.field({
    type: MediaUsesType,
    nullable: true,
    extensions: FAILS_ALONE,
    description: 'The objects that use the image.',
    resolve: (media, _, { loaders }) => loaders.mediaUses.load(media),
  }),
);

export const MediaOrder = orderInput('Media', MEDIA_ORDER_FIELDS);

const UpdateMediaInput = builder.inputType('UpdateMediaInput', {
  description: 'Absent fields keep their values; null clears them.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the image.' }),
    name: t.string({ description: 'An internal name.' }),
    alt: t.string({ description: 'A description for people who cannot see the image.' }),
  }),
});

const DeleteMediaInput = builder.inputType('DeleteMediaInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the image.' }),
    force: t.boolean({ defaultValue: false, description: 'Deletes the image even if it is in use. Default: false.' }),
  }),
});

builder.queryFields((t) => ({
  mediaFile: t.field({
    type: Media,
    nullable: true,
    description: 'An image by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readMedia(scope, id)),
  }),
  mediaFiles: t.connection({
    type: Media,
    description: 'The images of the team. Default order: newest first.',
    args: {
      search: t.arg.string({ description: 'Words in the name or the alt text.' }),
      orderBy: t.arg({ type: MediaOrder }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listMedia(scope, args)),
  }),
  mediaUses: t.field({
    type: MediaUsesType,
    nullable: true,
    description: 'The objects that use an image.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readMediaUses(scope, id)),
  }),
}));

builder.mutationFields((t) => ({
  updateMedia: t.field({
    type: Media,
    description: 'Updates the given fields. The address stays the same.',
    args: { input: t.arg({ type: UpdateMediaInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => updateMedia(scope, id, input),
  }),
  deleteMedia: t.field({
    type: DeletePayload,
    description:
      'Deletes an image. Its addresses stop working, also in sent messages. Fails with CONFLICT (`IN_USE`) while the image is in use.',
    args: { input: t.arg({ type: DeleteMediaInput, required: true }) },
    resolve: (_, { input: { id, ...options } }, { scope }) => deleted(deleteMedia(scope, id, options)),
  }),
}));
