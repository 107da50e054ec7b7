import { watch } from 'node:fs';
import { chmod, mkdir, open, opendir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The parts of an outbox file's name: when the message was requested, and its id. */
export interface OutboxFile {
  id: string;
  createdAt: Date;
}

const NAME = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)(\d{3}Z)-([0-9a-f-]{36})\.eml$/;

/** The name of a message's file. It depends only on the message, and names sort by time. */
export const outboxFileName = ({ id, createdAt }: OutboxFile): string =>
  `${createdAt.toISOString().replace(/[:.]/g, '')}-${id}.eml`;

function fileOf(name: string): OutboxFile | undefined {
  const [, hour, minute, second, rest, id] = NAME.exec(name) ?? [];
  return id === undefined ? undefined : { id, createdAt: new Date(`${hour}:${minute}:${second}.${rest}`) };
}

/**
 * Creates the folder if it is missing, and makes it readable for its owner only, because it contains whole messages. A folder of
 * another user stays as it is.
 */
export async function openOutbox(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode } = await stat(folder);
  if (mode & 0o077) await chmod(folder, 0o700).catch(() => {});
}

/** How many of the newest files are read. Older ones stay in the folder. */
export const NEWEST = 10_000;

/** The folder of `.eml` files that replaces a mail server while there is none. The operator may empty it. */
export class OutboxFolder {
  readonly #path: () => string;

  /** `path`: returns its path when it is first used. */
  constructor(path: () => string) {
    this.#path = path;
  }

  /** The newest files, newest first, at most 10,000. None when nothing was written yet. */
  async newest(): Promise<OutboxFile[]> {
    let names: string[] = [];
    const keep = () => {
      names = names.sort().reverse().slice(0, NEWEST);
    };
    try {
      for await (const { name } of await opendir(this.#path(), { bufferSize: 1_024 })) {
        if (NAME.test(name)) names.push(name);
        if (names.length >= 2 * NEWEST) keep();
      }
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    keep();
    return names.flatMap((name) => fileOf(name) ?? []);
  }

  /** Whether there is a message, and its file exists. */
  async has(file: OutboxFile | undefined): Promise<boolean> {
    return (
      file !== undefined && (await unlessMissing(() => stat(join(this.#path(), outboxFileName(file))))) !== undefined
    );
  }

  /** The first bytes of a message, at most `bytes`, and how many it has. Undefined when its file is gone. */
  async head(file: OutboxFile, bytes: number): Promise<{ head: Buffer; size: number } | undefined> {
    return unlessMissing(async () => {
      const handle = await open(join(this.#path(), outboxFileName(file)));
      try {
        const { size } = await handle.stat();
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(bytes, size)), 0, undefined, 0);
        return { head: buffer.subarray(0, bytesRead), size };
      } finally {
        await handle.close();
      }
    });
  }

  /** A whole message. Undefined when its file is gone. */
  read(file: OutboxFile): Promise<Buffer | undefined> {
    return unlessMissing(() => readFile(join(this.#path(), outboxFileName(file))));
  }

  /** Calls `onFile` for each new file. Returns a function that stops it. `onError`: files may have been missed. */
  async watch(onFile: (file: OutboxFile) => void, onError: (error: Error) => void): Promise<() => void> {
    await openOutbox(this.#path());
    const watcher = watch(this.#path(), { persistent: false }, (_, name) => {
      const file = name === null ? undefined : fileOf(name);
      if (file) onFile(file);
    });
    watcher.on('error', onError);
    return () => watcher.close();
  }
}

/** Deletes the files of messages requested before a date, one by one. Returns their number; none without a folder. */
export async function removeOldFiles(folder: string, before: Date): Promise<number> {
  let removed = 0;
  const files = await unlessMissing(() => opendir(folder, { bufferSize: 1_024 }));
  if (!files) return 0;
  for await (const { name } of files) {
    const file = fileOf(name);
    if (!file || file.createdAt >= before) continue;
    await rm(join(folder, name), { force: true });
    removed += 1;
  }
  return removed;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function unlessMissing<Value>(reading: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
