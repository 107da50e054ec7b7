import {
  AllMediaDocument,
  DeleteMediaDocument,
  DiscardMediaDocument,
  MediaDocument,
  MediaUsesDocument,
  PublishMediaDocument,
  ReceiveMediaDocument,
  UpdateMediaDocument,
} from '../../generated/documents.ts';
import { createdOrFound, gone, one, page, unlessConflict } from '../answer.ts';
import { route } from '../route.ts';

const STEPS = { receive: ReceiveMediaDocument, discard: DiscardMediaDocument, as: 'media', file: 'image' } as const;

export const media = [
  route('GET /media', AllMediaDocument, page),
  route('POST /media', PublishMediaDocument, createdOrFound, {
    upload: STEPS,
    description:
      'Uploads an image of up to 10 MB and returns its public address. If the team already has the image, the answer is 200. Metadata such as location, camera and comments is removed from the file.',
  }),
  route('GET /media/:media', MediaDocument, one),
  route('GET /media/:media/uses', MediaUsesDocument, one),
  route('PATCH /media/:media', UpdateMediaDocument, one, {
    example: { name: 'Shoes in spring', alt: 'Red shoes in the grass' },
  }),
  route('DELETE /media/:media', DeleteMediaDocument, unlessConflict(gone), { takesQuery: true }),
];
