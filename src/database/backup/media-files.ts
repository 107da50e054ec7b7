import type pg from 'pg';
import { SetupError } from '../../config.ts';
import type { Storage } from '../../storage/storage.ts';
import type { TableHeader } from './backup-file.ts';

/** The files of media stand in a backup as the rows of a table that no database has, a file in each. */
export const MEDIA_FILES: TableHeader = { table: 'tidings_media_files', columns: ['folder', 'file', 'bytes'] };

interface Medium {
  folder: string;
  file: string;
  variants: readonly { file: string }[];
}

/** The rows for the files that the database of the transaction names. One that was deleted meanwhile is left out. */
export async function* readMediaFiles(client: pg.Client, storage: Storage): AsyncGenerator<Buffer> {
  const { rows } = await client.query<Medium>('select folder, file, variants from media order by team_id, id');
  for (const { folder, file: original, variants } of rows) {
    for (const file of new Set([original, ...variants.map(({ file }) => file)])) {
      const stored = await storage.read(folder, file);
      if (!stored) continue;
      const pieces: Buffer[] = [];
      for await (const piece of stored.bytes) pieces.push(piece);
      yield Buffer.from(`${folder}\t${file}\t${Buffer.concat(pieces).toString('base64')}\n`);
    }
  }
}

/** Takes a file of media. */
export type TakeFile = (folder: string, file: string, bytes: Buffer) => Promise<void>;

/** A picture of 10 MB, in base64, with room. */
const LONGEST_ROW = 32 * 1024 * 1024;

/** Reads the files in such rows, which come in pieces of any length, and returns how many there were. Throws SetupError. */
export async function readMediaRows(rows: AsyncIterable<Buffer>, take: TakeFile): Promise<number> {
  let count = 0;
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of rows) {
    let from = 0;
    for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, from)) {
      pieces.push(piece.subarray(from, end));
      await readRow(Buffer.concat(pieces).toString('latin1'), take);
      [pieces, length] = [[], 0];
      from = end + 1;
      count += 1;
    }
    // A copy: the piece is part of a buffer that is used again.
    pieces.push(Buffer.from(piece.subarray(from)));
    length += piece.length - from;
    if (length > LONGEST_ROW) throw noMedia();
  }
  return count;
}

/** Stores the files in such rows, once the rows of `media` are restored. Throws SetupError for a file that none of them has. */
export async function restoreMediaFiles(
  client: pg.ClientBase,
  rows: AsyncIterable<Buffer>,
  storage: Storage,
): Promise<number> {
  const { rows: media } = await client.query<{ path: string }>(
    `select folder || '/' || file as path from media
     union select folder || '/' || (jsonb_path_query(variants, '$[*].file') #>> '{}') from media`,
  );
  const known = new Set(media.map(({ path }) => path));
  return readMediaRows(rows, async (folder, file, bytes) => {
    if (!known.has(`${folder}/${file}`)) throw noMedia();
    await storage.write(folder, file, bytes);
  });
}

async function readRow(row: string, take: TakeFile): Promise<void> {
  const [folder = '', file = '', bytes = '', ...more] = row.split('\t');
  if (!/^[\w-]{22}$/.test(folder) || !/^[0-9a-f]{32}\.\w+$/.test(file) || more.length > 0) throw noMedia();
  await take(folder, file, Buffer.from(bytes, 'base64'));
}

const noMedia = () => new SetupError('the backup has a file that no media can have');
