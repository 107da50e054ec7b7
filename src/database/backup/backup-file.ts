import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { SetupError } from '../../config.ts';
import { type BackupKey, openedBackup } from './backup-encryption.ts';
import { BackupLines } from './backup-lines.ts';
import { monthShape } from './event-months.ts';

/**
 * The file of a backup (docs/backup-format.md): gzip of a line of JSON (`BackupHeader`); for each table a line of JSON
 * (`TableHeader`), its rows in PostgreSQL's text format for COPY, a line `\.` and a line of JSON with their number; at the end a
 * line of JSON with `complete` and the SHA-256 of everything before it.
 */
const headerShape = z.object({
  tidings_backup: z.literal(1),
  created_at: z.string(),
  /** The last migration of the database. */
  migration: z.string(),
  /** Signs links and encrypts passwords (APP_SECRET). */
  secret: z.string().min(32).optional(),
  /**
   * The fingerprint of the secret, which itself is only in encrypted backups, or if the operator asked for it. Absent in older
   * backups.
   */
  secret_fingerprint: z.string().optional(),
  /** The partitions of the events. Absent in older backups. */
  months: z.array(monthShape).optional(),
  /** The checksum in the last line. Absent in older backups. */
  checksum: z.literal('sha256').optional(),
});

/** As PostgreSQL quotes them. A file cannot influence our SQL in any other way. */
const name = z.string().regex(/^(?:[a-z_][a-z0-9_]*|"[a-z_][a-z0-9_]*")$/);

const tableShape = z.object({ table: name, columns: z.array(name).min(1) });
const countShape = z.object({ rows: z.number() });
const endShape = z.object({ complete: z.literal(true), sha256: z.string().optional() });

export type BackupHeader = z.output<typeof headerShape>;
export type TableHeader = z.output<typeof tableShape>;

/** Receives the rows of a table. `rows` yields them in pieces of any length and must be read to the end. */
export type TakeTable = (header: TableHeader, rows: AsyncIterable<Buffer>) => Promise<number>;

/** The last line of a backup. `sha256`: of everything before it, in hexadecimal. */
export const lastLine = (sha256: string): string => `${JSON.stringify({ complete: true, sha256 })}\n`;

const NEW_LINE = 0x0a;

/** Options for reading a backup. */
export interface ReadingBackup {
  /** Receives the number of bytes read. */
  progress?: ((bytes: number) => void) | undefined;
  /** Decrypts an encrypted backup. */
  key?: BackupKey | undefined;
}

/**
 * Reads a backup from beginning to end. `begin` gets its header; `take` gets each table and returns its number of rows. Throws
 * SetupError for an incomplete backup, and for a wrong checksum.
 */
export async function readBackup(
  path: string,
  begin: (header: BackupHeader) => Promise<void>,
  take: TakeTable,
  { progress = () => {}, key }: ReadingBackup = {},
): Promise<void> {
  const file = createReadStream(path);
  const opened = Readable.from(openedBackup(path, file, key));
  const unzipped = opened.on('error', (error) => unzipped.destroy(error)).pipe(createGunzip());
  const lines = new BackupLines(unzipped, () => progress(file.bytesRead));
  try {
    const first = await lines.json();
    if (!(first instanceof Object && 'tidings_backup' in first))
      throw new SetupError(`${path} is not a backup of Tidings`);
    const header = headerShape.safeParse(first).data ?? damaged(path, 'its first line is invalid');
    await begin(header);
    for (;;) {
      const line = await lines.json();
      const end = endShape.safeParse(line).data;
      if (end) return await finish(path, lines, header, end.sha256);
      const table = tableShape.safeParse(line).data ?? damaged(path, 'it contains a table that Tidings does not have');
      const taken = await take(table, lines.rows());
      const counted = countShape.safeParse(await lines.json()).data;
      if (counted?.rows !== taken) damaged(path, `rows of ${table.table} are missing`);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (GZIP_ERRORS.has(code ?? '')) throw new SetupError(`${path} is damaged or not a backup`);
    throw error;
  } finally {
    file.destroy();
    opened.destroy();
    unzipped.destroy();
  }
}

const GZIP_ERRORS = new Set(['Z_BUF_ERROR', 'Z_DATA_ERROR']);

/** Backups without a checksum come from older versions: only gzip's own checksum shows damage. */
async function finish(path: string, lines: BackupLines, header: BackupHeader, sha256?: string): Promise<void> {
  const found = lines.digest();
  if (await lines.hasMore()) damaged(path, 'it has data after its end');
  if (header.checksum && sha256 !== found) damaged(path, 'its checksum does not match its content');
}

function damaged(path: string, how: string): never {
  throw new SetupError(`${path} is damaged: ${how}`);
}

/** Counts the rows in pieces of COPY's text format: a new line within a value is written as `\n`. */
export function countRows(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(NEW_LINE); at >= 0; at = piece.indexOf(NEW_LINE, at + 1)) count += 1;
  return count;
}
