import { createHash } from 'node:crypto';
import { inTransaction, run, sql } from '../../database/connect.ts';
import { newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { optionalText, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { fileNameOf, newFolder } from './addresses.ts';
import { type Drawn, drawVariants } from './draw-variants.ts';
import { type Picture, pictureProblem } from './formats/picture.ts';
import { altText, mediaName, type Variant } from './media.ts';
import type { MediaStore } from './media-store.ts';
import { readPicture } from './read-picture.ts';
import { reserveRoom } from './room.ts';

/** A picture with stored files, not yet published. */
export interface Received {
  id: string;
  /** Of the bytes sent. */
  digest: string;
}

/** The fields of a media row, besides its keys. */
export interface StoredPicture extends Pick<Picture, 'type' | 'width' | 'height' | 'frames'> {
  file: string;
  /** In bytes. */
  size: number;
  variants: Variant[];
  name: string;
  alt: string | null;
}

const rule = record({ name: optionalText(mediaName()), alt: altText() });

/**
 * Reads a picture, sent as bytes or in base64, and stores its files. It is invisible until it is published, and removed
 * after a day. A picture that the team already has is not stored again: then the id is that of the existing media. Throws
 * ValidationError.
 */
export async function receiveUpload(scope: Scope, store: MediaStore, input: unknown): Promise<Received> {
  const { name, alt } = parse(rule, input);
  const bytes = bytesOf((input as { file?: unknown }).file);
  const picture = readPicture(bytes);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const known = await scope.db.media.findUnique({ where: { teamId_digest: { teamId: scope.team.id, digest } } });
  if (known) return { id: known.id, digest };
  const drawn = await drawVariants(picture);
  const files = filesOf(drawn);
  const stored = { ...describe(drawn), name: name ?? `image.${files[0]?.name.split('.')[1]}`, alt: alt ?? null };
  const [id, folder] = [newId(), newFolder()];
  // Committed before the first byte is written, so that the folder is found again after any failure.
  await inTransaction(store.db, async (db) => {
    if (store.bytesPerTeam > 0) await reserveRoom(db, scope.team.id, stored, store.bytesPerTeam);
    await run(
      db,
      sql`insert into media_uploads (team_id, id, folder, digest, picture, remove_after)
        values (${scope.team.id}, ${id}::uuid, ${folder}, ${digest}, ${JSON.stringify(stored)}::jsonb, now() + interval '1 day')`,
    );
  });
  for (const file of files) {
    await store.storage.write(folder, file.name, file.bytes);
  }
  return { id, digest };
}

/** Throws ValidationError if it is not a file. */
function bytesOf(file: unknown): Buffer {
  if (Buffer.isBuffer(file)) return file;
  if (file === undefined || file === null) throw pictureProblem('is required.');
  if (typeof file !== 'string') throw pictureProblem('must be a string.');
  const text = file.replace(/^data:image\/[\w+.-]+;base64,/, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw pictureProblem('must be in base64.');
  return Buffer.from(text, 'base64');
}

const filesOf = ({ picture, variants }: Drawn) =>
  [picture, ...variants].map(({ bytes }) => ({ name: fileNameOf(bytes, picture.type), bytes }));

/** A picture that is turned on its side is shown with its width as its height. */
function describe({ picture, variants }: Drawn): Omit<StoredPicture, 'name' | 'alt'> {
  const { type, frames, bytes, orientation } = picture;
  const [width, height] = orientation > 4 ? [picture.height, picture.width] : [picture.width, picture.height];
  const small = variants.map(({ bytes, ...size }) => ({ file: fileNameOf(bytes, type), ...size, size: bytes.length }));
  return { type, width, height, frames, file: fileNameOf(bytes, type), size: bytes.length, variants: small };
}
