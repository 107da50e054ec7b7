import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Storage } from '../../storage/storage.ts';
import { fingerprintOf } from '../known-secret.ts';
import { connectForLongWork } from '../long-work.ts';
import { type BackupKey, encryptBackup } from './backup-encryption.ts';
import { type BackupHeader, countRows, lastLine, type TableHeader } from './backup-file.ts';
import { END_OF_ROWS } from './backup-lines.ts';
import { readMonths } from './event-months.ts';
import { JOBS, selectJobs } from './jobs.ts';
import { MEDIA_FILES, readMediaFiles } from './media-files.ts';
import { readTables } from './tables.ts';

interface Options {
  url: string;
  secret: string;
  /** Whether the file contains the secret. An encrypted one always does. */
  withSecret?: boolean;
  /** Encrypts the file. */
  lock?: BackupKey | undefined;
  /** Its files go into the backup if they are on this machine. */
  storage: Storage;
  /** Receives how many of about `total` rows are written. */
  progress?(rows: number, total: number): void;
  signal?: AbortSignal;
}

/**
 * Writes a backup of the whole database at one moment, while others read and write. The file appears under its name once it is
 * complete; only its owner can read it. Returns the number of rows, and the moment by the database's clock.
 */
export async function writeBackup(
  path: string,
  { url, secret, withSecret = false, lock, storage, progress, signal }: Options,
): Promise<{ rows: number; at: Date }> {
  const client = await connectForLongWork(url);
  const unfinished = `${path}.${process.pid}.unfinished`;
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    const { rows } = await client.query<{ name: string; at: Date }>(
      'select max(migration_name) as name, now() as at from _prisma_migrations where finished_at is not null',
    );
    const [{ name, at }] = rows as [{ name: string; at: Date }];
    const header: BackupHeader = {
      tidings_backup: 1,
      created_at: new Date().toISOString(),
      migration: name,
      ...((withSecret || lock) && { secret }),
      secret_fingerprint: fingerprintOf(secret),
      months: await readMonths(client),
      checksum: 'sha256',
    };
    const tables = await readTables(client);
    const total = tables.reduce((sum, { estimate }) => sum + estimate, 0);
    const zip = createGzip({ level: 6 });
    const packed = lock ? Readable.from(encryptBackup(zip, lock)) : zip;
    const file = packed.pipe(createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true }));
    packed.on('error', (error) => file.destroy(error));
    const done = Promise.all([finished(zip), finished(file)]);
    done.catch(() => {});
    file.once('error', (error) => zip.destroy(error));
    const hash = createHash('sha256');
    const write = async (piece: Buffer | string) => {
      hash.update(piece);
      await writeTo(zip, piece);
    };
    await write(`${JSON.stringify(header)}\n`);
    let written = 0;
    const copies = tables.map(({ table, columns }) => ({
      table,
      columns,
      select: `select ${columns.join(', ')} from ${table}`,
    }));
    for (const { select, ...table } of [...copies, { ...JOBS, select: selectJobs }]) {
      const before = written;
      await copyTable(client, write, table, select, (rows) => {
        signal?.throwIfAborted();
        written += rows;
        progress?.(written, total);
      });
      await write(`${END_OF_ROWS}${JSON.stringify({ rows: written - before })}\n`);
    }
    if (storage.isLocal) {
      await write(`${JSON.stringify(MEDIA_FILES)}\n`);
      let files = 0;
      for await (const row of readMediaFiles(client, storage)) {
        signal?.throwIfAborted();
        await write(row);
        files += 1;
      }
      await write(`${END_OF_ROWS}${JSON.stringify({ rows: files })}\n`);
    }
    zip.end(lastLine(hash.digest('hex')));
    await done;
    await rename(unfinished, path);
    return { rows: written, at };
  } finally {
    await client.end();
    await rm(unfinished, { force: true });
  }
}

type Write = (piece: Buffer | string) => Promise<void>;

async function copyTable(
  client: pg.Client,
  write: Write,
  header: TableHeader,
  select: string,
  onRows: (rows: number) => void,
): Promise<void> {
  await write(`${JSON.stringify(header)}\n`);
  for await (const piece of client.query(copyTo(`copy (${select}) to stdout`))) {
    await write(piece);
    onRows(countRows(piece));
  }
}

/** Waits while the disk is slow. Throws when the file cannot be written. */
async function writeTo(zip: Gzip, piece: Buffer | string): Promise<void> {
  if (zip.errored) throw zip.errored;
  if (!zip.write(piece)) await once(zip, 'drain');
}
