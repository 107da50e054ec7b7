import { createHash, randomBytes } from 'node:crypto';
import { CONTENT_TYPES } from '../../storage/content-types.ts';
import type { MediaType } from './formats/picture.ts';

const ENDINGS: Record<MediaType, string> = { png: 'png', jpeg: 'jpg', gif: 'gif', webp: 'webp' };

/** A new folder. Nobody can guess it, whatever picture is in it: 128 random bits. */
export const newFolder = (): string => randomBytes(16).toString('base64url');

/** The name of a file, which says what is in it and so never has another content. */
export const fileNameOf = (bytes: Buffer, type: MediaType): string =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${ENDINGS[type]}`;

/** Where everybody can read a file, always. */
export const addressOf = (publicUrl: string, folder: string, file: string): string =>
  `${publicUrl}/media/${folder}/${file}`;

/** What the path of an address below `/media/` names. Undefined for what cannot be one of ours. */
export function readAddress(folder: string, file: string): { type: string } | undefined {
  if (!/^[A-Za-z0-9_-]{22}$/.test(folder)) return undefined;
  const [, ending = ''] = /^[0-9a-f]{32}\.(png|jpg|gif|webp)$/.exec(file) ?? [];
  const type = CONTENT_TYPES[ending];
  return type === undefined ? undefined : { type };
}
