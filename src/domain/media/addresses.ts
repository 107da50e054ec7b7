import { createHash, randomBytes } from 'node:crypto';
import { CONTENT_TYPES } from '../../storage/content-types.ts';
import type { MediaType } from './formats/picture.ts';

const ENDINGS: Record<MediaType, string> = { png: 'png', jpeg: 'jpg', gif: 'gif', webp: 'webp' };

/** A new folder. It cannot be guessed from the picture: 128 random bits. */
export const newFolder = (): string => randomBytes(16).toString('base64url');

/** The name of a file, derived from its content, so that a name never has other content. */
export const fileNameOf = (bytes: Buffer, type: MediaType): string =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${ENDINGS[type]}`;

/** The permanent public address of a file. */
export const addressOf = (publicUrl: string, folder: string, file: string): string =>
  `${publicUrl}/media/${folder}/${file}`;

/** The type of file in a path below `/media/`. Undefined for paths that cannot be ours. */
export function readAddress(folder: string, file: string): { type: string } | undefined {
  if (!/^[A-Za-z0-9_-]{22}$/.test(folder)) return undefined;
  const [, ending = ''] = /^[0-9a-f]{32}\.(png|jpg|gif|webp)$/.exec(file) ?? [];
  const type = CONTENT_TYPES[ending];
  return type === undefined ? undefined : { type };
}
