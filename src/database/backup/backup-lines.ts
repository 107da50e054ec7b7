import { createHash } from 'node:crypto';

export const END_OF_ROWS = '\\.\n';

const NEW_LINE = 0x0a;
const MAX_LINE = 64 * 1024;

/** Reads lines of JSON, and runs of rows between them, from a stream, and hashes what it reads. */
export class BackupLines {
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #onRead: () => void;
  readonly #hash = createHash('sha256');
  #rest: Buffer = Buffer.alloc(0);
  /** The last line of JSON. It is hashed once more data follows, because the checksum is in its own line. */
  #line: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>, onRead: () => void) {
    this.#pieces = stream[Symbol.asyncIterator]();
    this.#onRead = onRead;
  }

  /** The next line, or undefined if it is not JSON. */
  async json(): Promise<unknown> {
    let end = this.#rest.indexOf(NEW_LINE);
    while (end < 0 && this.#rest.length < MAX_LINE && (await this.#more())) end = this.#rest.indexOf(NEW_LINE);
    if (end < 0) return undefined;
    this.#hash.update(this.#line);
    this.#line = this.#cut(end + 1);
    try {
      return JSON.parse(this.#line.toString());
    } catch {
      return undefined;
    }
  }

  /** The rows up to the line that ends them. */
  async *rows(): AsyncGenerator<Buffer> {
    const mark = Buffer.from(`\n${END_OF_ROWS}`);
    while (this.#rest.length < END_OF_ROWS.length && (await this.#more()));
    if (this.#rest.subarray(0, END_OF_ROWS.length).toString() === END_OF_ROWS) {
      this.#hashed(END_OF_ROWS.length);
      return;
    }
    for (;;) {
      const end = this.#rest.indexOf(mark);
      if (end >= 0) {
        yield this.#hashed(end + 1);
        this.#hashed(END_OF_ROWS.length);
        return;
      }
      const safe = Math.max(0, this.#rest.length - mark.length);
      if (safe > 0) yield this.#hashed(safe);
      if (!(await this.#more())) throw Object.assign(new Error('the backup ends early'), { code: 'Z_BUF_ERROR' });
    }
  }

  /** The SHA-256, in hexadecimal, of everything before the last line of JSON. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Reads on to the end of the file, where gzip has its checksum. Returns whether there was more data. */
  async hasMore(): Promise<boolean> {
    let left = this.#rest.length > 0;
    for (this.#rest = Buffer.alloc(0); await this.#more(); this.#rest = Buffer.alloc(0)) left ||= this.#rest.length > 0;
    return left;
  }

  #hashed(length: number): Buffer {
    this.#hash.update(this.#line);
    this.#line = Buffer.alloc(0);
    const piece = this.#cut(length);
    this.#hash.update(piece);
    return piece;
  }

  #cut(length: number): Buffer {
    const piece = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return piece;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#pieces.next();
    this.#onRead();
    if (done) return false;
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, value]) : value;
    return true;
  }
}
