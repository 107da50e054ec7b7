import { discardUpload, type Published, publishUpload, uploadMedia } from '../domain/media/publish-upload.ts';
import { type Received, receiveUpload } from '../domain/media/receive-upload.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { Media } from './media.ts';

const UploadedMedia = builder.objectRef<Published>('UploadedMedia').implement({
  fields: (t) => ({
    media: t.expose('media', { type: Media }),
    isNew: t.exposeBoolean('isNew', {
      description: 'False if the team had the same picture before. Then it stays as it was.',
    }),
  }),
});

const ReceivedMedia = builder.objectRef<Received>('ReceivedMedia').implement({
  description: 'A picture that waits to be published.',
  fields: (t) => ({
    id: t.exposeID('id'),
    digest: t.exposeString('digest', { description: 'SHA-256 of what was sent, in hexadecimal.' }),
  }),
});

type ArgBuilder = Parameters<Parameters<typeof builder.mutationField>[1]>[0]['arg'];

const uploadArgs = (arg: ArgBuilder) => ({
  file: arg.string({
    required: true,
    description: 'A PNG, JPEG, GIF or WebP image of up to 10 MB, in base64. In REST it is the file itself.',
  }),
  name: arg.string({ description: 'Default: the name of the file.' }),
  alt: arg.string({ description: 'What it shows, for those who do not see it.' }),
});

builder.mutationFields((t) => ({
  uploadMedia: t.field({
    type: UploadedMedia,
    description:
      'Stores a picture and gives its public address. Places, cameras, comments and whatever is no picture are removed from the file.',
    args: uploadArgs(t.arg),
    resolve: (_, input, { scope, installation }) => uploadMedia(scope, installation.media, input),
  }),
  receiveMedia: t.field({
    type: ReceivedMedia,
    description: 'Stores a picture that waits for up to a day to be published.',
    args: uploadArgs(t.arg),
    resolve: (_, input, { scope, installation }) => receiveUpload(scope, installation.media, input),
  }),
  publishMedia: t.field({
    type: UploadedMedia,
    description: 'Publishes a picture that was received. Publishing it twice changes nothing.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => publishUpload(scope, id),
  }),
  discardMedia: t.field({
    type: DeletePayload,
    description: 'Gives up a picture that was received and not published.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(discardUpload(scope, id)),
  }),
}));
