import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { peek } from './peek.ts';
import { fileProblem } from './problem.ts';

/** The ratio is checked from this size on: small files of equal rows compress extremely well. */
const FREE_BYTES = 1024 * 1024;
const MAX_RATIO = 200;

/** Decompresses gzip, recognised by its first bytes. Passes anything else on unchanged. */
export async function* unpack(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { head, all } = await peek(bytes, 2);
  if (head[0] !== 0x1f || head[1] !== 0x8b) return yield* all;
  const unpacked = await peek(gunzip(all), FREE_BYTES + 1);
  yield* unpacked.all;
}

async function* gunzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const engine = createGunzip();
  pipeline(Readable.from(packed), engine, () => {}); // the loop below throws errors
  let size = 0;
  try {
    for await (const chunk of engine) {
      size += chunk.length;
      // Compared with the input read so far: a small file is completely read before its first row.
      if (size > FREE_BYTES && size > engine.bytesWritten * MAX_RATIO) {
        throw fileProblem(`unpacks to more than ${MAX_RATIO} times its size.`);
      }
      yield chunk;
    }
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith('Z_')
      ? fileProblem('is not a complete gzip file.')
      : error;
  }
}
