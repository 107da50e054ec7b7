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

/** Writes the files of such rows, which come in pieces of any length, and returns how many there were. */
export async function restoreMediaFiles(rows: AsyncIterable<Buffer>, storage: Storage): Promise<number> {
  let count = 0;
  let pieces: Buffer[] = [];
  for await (const piece of rows) {
    let from = 0;
    for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, from)) {
      pieces.push(piece.subarray(from, end));
      await writeRow(Buffer.concat(pieces).toString('latin1'), storage);
      pieces = [];
      from = end + 1;
      count += 1;
    }
    // A copy: the piece is part of a buffer that is used again.
    pieces.push(Buffer.from(piece.subarray(from)));
  }
  return count;
}

async function writeRow(row: string, storage: Storage): Promise<void> {
  const [folder = '', file = '', bytes = ''] = row.split('\t');
  if (!/^[\w-]{22}$/.test(folder) || !/^[0-9a-f]{32}\.\w+$/.test(file)) {
    throw new SetupError('the backup has a file that no media can have');
  }
  await storage.write(folder, file, Buffer.from(bytes, 'base64'));
}
