import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

const PIECE_BYTES = 16 * 1024;

/**
 * Reads an open file piece by piece, and closes it. Unlike Node's own stream it does not read ahead: a stalled reader costs only
 * one piece.
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
