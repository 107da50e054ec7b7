import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Storage, StorageError, type StoredObject } from './storage.ts';

/** Files in a folder of the installation, which several processes may share, even over a network. */
export class DiskStorage implements Storage {
  readonly isLocal = true;
  readonly #root: () => string;

  /** `root` is called when it is first needed: most processes never need it. */
  constructor(root: () => string) {
    this.#root = root;
  }

  /** Other processes never see half a file, nor does a machine after a power failure. */
  async write(folder: string, name: string, bytes: Buffer): Promise<void> {
    const unfinished = join(this.#root(), folder, `${name}.${randomBytes(6).toString('hex')}.unfinished`);
    try {
      await mkdir(join(this.#root(), folder), { recursive: true, mode: 0o700 });
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, join(this.#root(), folder, name));
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      throw failed(error);
    }
  }

  async read(folder: string, name: string): Promise<StoredObject | undefined> {
    try {
      const file = await open(join(this.#root(), folder, name));
      const { size } = await file.stat();
      return { size, bytes: readPieces(file) };
    } catch (error) {
      if (MISSING.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw failed(error);
    }
  }

  async removeFolder(folder: string): Promise<void> {
    await rm(join(this.#root(), folder), { recursive: true, force: true }).catch((error) => {
      throw failed(error);
    });
  }

  close(): void {}
}

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

const failed = (error: unknown) =>
  new StorageError(`the media folder cannot be used (${(error as NodeJS.ErrnoException).code})`, { cause: error });

const PIECE_BYTES = 16 * 1024;

/**
 * Reads an open file piece by piece, and closes it. Unlike Node's own stream it does not read ahead: a stalled reader costs only
 * one piece.
 */
const readPieces = (file: FileHandle): Readable =>
  new Readable({
    highWaterMark: 0,
    read() {
      file.read(Buffer.allocUnsafeSlow(PIECE_BYTES), 0, PIECE_BYTES, null).then(
        ({ bytesRead, buffer }) => this.push(bytesRead > 0 ? buffer.subarray(0, bytesRead) : null),
        (error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      file.close().then(
        () => done(error),
        (failed) => done(error ?? failed),
      );
    },
  });
