import type pg from 'pg';
import { SetupError } from '../../config.ts';
import type { Storage } from '../../storage/storage.ts';
import type { TableHeader } from './backup-file.ts';

/** A backup contains the media files as rows of a table that does not exist in the database, one file per row. */
export const MEDIA_FILES: TableHeader = { table: 'tidings_media_files', columns: ['folder', 'file', 'bytes'] };

interface Medium {
  folder: string;
  file: string;
  variants: readonly { file: string }[];
}

/** The rows for the media files in the transaction's database. Files deleted in the meantime are left out. */
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

/** Receives a media file. */
export type TakeFile = (folder: string, file: string, bytes: Buffer) => Promise<void>;

/** A picture of 10 MB in base64, with a margin. */
const LONGEST_ROW = 32 * 1024 * 1024;

/** Reads the files in such rows, which come in pieces of any length, and returns their number. Throws SetupError. */
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
    // A copy, because the buffer of the piece is reused.
    pieces.push(Buffer.from(piece.subarray(from)));
    length += piece.length - from;
    if (length > LONGEST_ROW) throw noMedia();
  }
  return count;
}

/** Stores the files in such rows after the rows of `media` are restored. Throws SetupError for a file that is not in `media`. */
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

const noMedia = () => new SetupError('the backup contains an unexpected media file');
