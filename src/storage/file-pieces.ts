import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

const PIECE_BYTES = 16 * 1024;

/**
 * Reads an open file piece by piece, and closes it. Nothing is read ahead, as Node's own stream does: a piece is all that a reader
 * costs who does not take it.
 */
export const readPieces = (file: FileHandle): Readable =>
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
