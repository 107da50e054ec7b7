import { discardUpload, type Published, publishUpload, uploadMedia } from '../domain/media/publish-upload.ts';
import { type Received, receiveUpload } from '../domain/media/receive-upload.ts';
import { builder, type InputFields } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { Media } from './media.ts';

const UploadedMedia = builder.objectRef<Published>('UploadedMedia').implement({
  fields: (t) => ({
    media: t.expose('media', { type: Media }),
    isNew: t.exposeBoolean('isNew', {
      description: 'False if the team already had this image. The existing image is unchanged.',
    }),
  }),
});

const ReceivedMedia = builder.objectRef<Received>('ReceivedMedia').implement({
  description: 'An uploaded image that is not published yet.',
  fields: (t) => ({
    uploadId: t.exposeID('id', { description: 'For `publishMedia` and `discardMedia`.' }),
    digest: t.exposeString('digest', { description: 'The SHA-256 digest of the uploaded file, in hexadecimal.' }),
  }),
});

const uploadFields = (t: InputFields) => ({
  file: t.string({
    required: true,
    description: 'A PNG, JPEG, GIF or WebP image of up to 10 MB, in base64.',
  }),
  name: t.string({ description: 'The name of the image. Default: the file name.' }),
  alt: t.string({ description: 'A description for people who cannot see the image.' }),
});

const UploadMediaInput = builder.inputType('UploadMediaInput', { fields: uploadFields });

const ReceiveMediaInput = builder.inputType('ReceiveMediaInput', { fields: uploadFields });

builder.mutationFields((t) => ({
  uploadMedia: t.field({
    type: UploadedMedia,
    description:
      'Uploads an image and returns its public address. Metadata such as location, camera and comments is removed from the file.',
    args: { input: t.arg({ type: UploadMediaInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => uploadMedia(scope, installation.media, input),
  }),
  receiveMedia: t.field({
    type: ReceivedMedia,
    description: 'Uploads an image without publishing it. Publish it within a day.',
    args: { input: t.arg({ type: ReceiveMediaInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => receiveUpload(scope, installation.media, input),
  }),
  publishMedia: t.field({
    type: UploadedMedia,
    description: 'Publishes an uploaded image. Publishing it again has no effect.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => publishUpload(scope, id),
  }),
  discardMedia: t.field({
    type: DeletePayload,
    description: 'Discards an unpublished upload.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(discardUpload(scope, id)),
  }),
}));
