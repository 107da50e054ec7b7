import type { Readable } from 'node:stream';

/** A stored object that is being read. */
export interface StoredObject {
  /** In bytes. */
  size: number;
  bytes: Readable;
}

/**
 * Keeps files by folder and name. Both are ours, never a caller's: letters, digits, `-`, `_` and `.`. All processes of an
 * installation see the same.
 */
export interface Storage {
  /** Whether its files are on this machine's disk, so that a backup has to hold them. */
  readonly isLocal: boolean;
  /** Writes a whole file, which appears complete or not at all. Writing the same again changes nothing. */
  write(folder: string, name: string, bytes: Buffer): Promise<void>;
  /** Undefined where there is none. Whoever does not read the bytes to their end destroys them. */
  read(folder: string, name: string): Promise<StoredObject | undefined>;
  /** Removes a folder with all that is in it. What is not there is no error. */
  removeFolder(folder: string): Promise<void>;
  close(): void;
}

/** The storage does not answer, or refuses us. Not the caller's mistake. */
export class StorageError extends Error {
  /** By which who answers a call knows it. */
  readonly code = 'MEDIA_STORAGE';
}
