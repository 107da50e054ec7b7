import type { Readable } from 'node:stream';

/** A stored object that is being read. */
export interface StoredObject {
  /** In bytes. */
  size: number;
  bytes: Readable;
}

/**
 * Stores files by folder and name. Both are ours, never a caller's: letters, digits, `-`, `_` and `.`. All processes of an
 * installation see the same files.
 */
export interface Storage {
  /** Whether its files are on this machine's disk, so that backups must include them. */
  readonly isLocal: boolean;
  /** Writes a whole file, which appears complete or not at all. Writing the same again changes nothing. */
  write(folder: string, name: string, bytes: Buffer): Promise<void>;
  /** Undefined when missing. A caller that does not read the bytes to their end must destroy them. */
  read(folder: string, name: string): Promise<StoredObject | undefined>;
  /** Deletes a folder with all its files. A missing folder is not an error. */
  removeFolder(folder: string): Promise<void>;
  close(): void;
}

/** The storage is not responding, or refuses us. Not the caller's mistake. */
export class StorageError extends Error {
  /** The code by which the error handlers recognise it. */
  readonly code = 'MEDIA_STORAGE';
}
