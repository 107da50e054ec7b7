import { createHash, type Hash } from 'node:crypto';
import { ExpectedError } from '../../../errors.ts';
import { csvProblem } from './problem.ts';

/** How long a file that is being sent may stand still. */
const STILL_MS = 60_000;

/** The bytes of a file as it was sent: text, or a stream of any size. Throws ValidationError for anything else. */
export function bytesOf(sent: unknown): AsyncIterable<Uint8Array> {
  if (typeof sent === 'string') return once(Buffer.from(sent));
  if (typeof sent === 'object' && sent !== null && Symbol.asyncIterator in sent) {
    return moving(sent as AsyncIterable<Uint8Array>);
  }
  throw csvProblem(sent === undefined || sent === null ? 'is required.' : 'must be a string.');
}

/** Hashes what goes through. */
export async function* hashing(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

export const sha256 = (): Hash => createHash('sha256');

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes;
}

/** Gives a sender up who stands still, and puts a connection that was cut into words. */
async function* moving(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]();
  try {
    for (let next = await soon(iterator); !next.done; next = await soon(iterator)) yield next.value;
  } finally {
    // Not waited for: who stands still would keep it waiting.
    iterator.return?.().catch(() => {});
  }
}

async function soon(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
  let timer: NodeJS.Timeout | undefined;
  const still = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(csvProblem('stopped coming for a minute before it was complete.')), STILL_MS);
  });
  try {
    return await Promise.race([iterator.next(), still]);
  } catch (error) {
    throw error instanceof ExpectedError ? error : csvProblem('was cut off before it was complete.');
  } finally {
    clearTimeout(timer);
  }
}
