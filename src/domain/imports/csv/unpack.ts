import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { peek } from './peek.ts';
import { fileProblem } from './problem.ts';

/** The ratio is checked beyond this size: small files of equal rows compress extremely well. */
const FREE_BYTES = 1024 * 1024;
const MAX_RATIO = 200;

/** Unpacks gzip, recognised by its first bytes. Passes anything else on as it is. */
export async function* unpack(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { head, all } = await peek(bytes, 2);
  if (head[0] !== 0x1f || head[1] !== 0x8b) return yield* all;
  let packed = 0;
  let unpacked = 0;
  async function* counted() {
    for await (const chunk of all) {
      packed += chunk.length;
      yield chunk;
    }
  }
  const gunzip = createGunzip();
  pipeline(Readable.from(counted()), gunzip, () => {}); // errors are thrown by the loop below
  try {
    for await (const chunk of gunzip) {
      unpacked += chunk.length;
      if (unpacked > FREE_BYTES && unpacked > packed * MAX_RATIO) {
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
