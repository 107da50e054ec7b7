import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { SetupError } from '../../config.ts';
import type { BackupMonth } from './event-months.ts';

/**
 * The file of a backup: gzip of a line of JSON (`BackupHeader`), then for each table a line of JSON (`TableHeader`), its
 * rows in PostgreSQL's text format for COPY, a line `\.` and a line of JSON with their number; at last `{"complete":true}`.
 */
export interface BackupHeader {
  tidings_backup: 1;
  created_at: string;
  /** The last migration of the database. */
  migration: string;
  /** Signs links and encrypts passwords (APP_SECRET). */
  secret: string;
  /** The parts that the events are in. Absent in older backups. */
  months?: BackupMonth[];
}

export interface TableHeader {
  table: string;
  columns: string[];
}

/** Takes the rows of a table. `rows` yields them in pieces of any length and must be read to the end. */
export type TakeTable = (header: TableHeader, rows: AsyncIterable<Buffer>) => Promise<number>;

export const END_OF_ROWS = '\\.\n';
export const COMPLETE = `${JSON.stringify({ complete: true })}\n`;

const NEW_LINE = 0x0a;
const MAX_LINE = 64 * 1024;

/**
 * Reads a backup from beginning to end. `begin` gets its header, `take` each table and returns the number of rows that it
 * took. `progress` is told how many bytes of the file were read. Throws SetupError for a file that is not a complete backup.
 */
export async function readBackup(
  path: string,
  begin: (header: BackupHeader) => Promise<void>,
  take: TakeTable,
  progress: (bytes: number) => void = () => {},
): Promise<void> {
  const file = createReadStream(path);
  const unzipped = file.on('error', (error) => unzipped.destroy(error)).pipe(createGunzip());
  const reader = new LineReader(unzipped, () => progress(file.bytesRead));
  try {
    const header = await reader.json<BackupHeader>();
    if (header?.tidings_backup !== 1) throw new SetupError(`${path} is not a backup of Tidings`);
    await begin(header);
    for (;;) {
      const next = await reader.json<TableHeader & { complete?: boolean }>();
      if (next?.complete) return await reader.end();
      if (!next?.table) throw new SetupError(`${path} is damaged`);
      const taken = await take(next, reader.rows());
      const counted = await reader.json<{ rows: number }>();
      if (counted?.rows !== taken) throw new SetupError(`${path} is damaged: rows of ${next.table} are missing`);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR' || code === 'Z_DATA_ERROR') throw new SetupError(`${path} is damaged or not a backup`);
    throw error;
  } finally {
    file.destroy();
    unzipped.destroy();
  }
}

/** Reads lines of JSON, and runs of rows between them, from a stream. */
class LineReader {
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #onRead: () => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>, onRead: () => void) {
    this.#pieces = stream[Symbol.asyncIterator]();
    this.#onRead = onRead;
  }

  /** The next line, or undefined when it is no JSON. */
  async json<Value>(): Promise<Value | undefined> {
    let end = this.#rest.indexOf(NEW_LINE);
    while (end < 0 && this.#rest.length < MAX_LINE && (await this.#more())) end = this.#rest.indexOf(NEW_LINE);
    if (end < 0) return undefined;
    const line = this.#rest.toString('utf8', 0, end);
    this.#rest = this.#rest.subarray(end + 1);
    try {
      return JSON.parse(line);
    } catch {
      return undefined;
    }
  }

  /** The rows up to the line that ends them. */
  async *rows(): AsyncGenerator<Buffer> {
    const mark = Buffer.from(`\n${END_OF_ROWS}`);
    if (this.#rest.length < END_OF_ROWS.length) await this.#more();
    if (this.#rest.subarray(0, END_OF_ROWS.length).toString() === END_OF_ROWS) {
      this.#rest = this.#rest.subarray(END_OF_ROWS.length);
      return;
    }
    for (;;) {
      const end = this.#rest.indexOf(mark);
      if (end >= 0) {
        yield this.#rest.subarray(0, end + 1);
        this.#rest = this.#rest.subarray(end + mark.length);
        return;
      }
      const safe = Math.max(0, this.#rest.length - mark.length);
      if (safe > 0) yield this.#rest.subarray(0, safe);
      this.#rest = this.#rest.subarray(safe);
      if (!(await this.#more())) throw Object.assign(new Error('the backup ends early'), { code: 'Z_BUF_ERROR' });
    }
  }

  /** Reads on to the end of the file, where gzip has its checksum. */
  async end(): Promise<void> {
    while (await this.#more()) this.#rest = Buffer.alloc(0);
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#pieces.next();
    this.#onRead();
    if (done) return false;
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, value]) : value;
    return true;
  }
}

/** Counts the rows in pieces of COPY's text format: a new line within a value is written as `\n`. */
export function countRows(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(NEW_LINE); at >= 0; at = piece.indexOf(NEW_LINE, at + 1)) count += 1;
  return count;
}
