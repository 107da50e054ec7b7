import { createHash, type Hash } from 'node:crypto';
import { ExpectedError, ValidationError } from '../../../errors.ts';
import { fileProblem } from './problem.ts';

/** An upload without data for this long is aborted. */
const STALLED_MS = 60_000;

/** Returns the bytes of a file sent as text or as a stream. Throws ValidationError for anything else. */
export function bytesOf(sent: unknown): AsyncIterable<Uint8Array> {
  if (typeof sent === 'string') return once(Buffer.from(sent));
  if (typeof sent === 'object' && sent !== null && Symbol.asyncIterator in sent) {
    return withoutStalling(sent as AsyncIterable<Uint8Array>);
  }
  const problem = sent === undefined || sent === null ? 'is required.' : 'must be a string.';
  throw new ValidationError([{ path: ['csv'], problem }]);
}

/** Passes the bytes on and hashes them. */
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

/** Throws ValidationError if the upload stalls or the connection breaks. */
async function* withoutStalling(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]();
  try {
    for (let next = await nextInTime(iterator); !next.done; next = await nextInTime(iterator)) yield next.value;
  } finally {
    // Not awaited: a stalled sender would block it.
    iterator.return?.().catch(() => {});
  }
}

async function nextInTime(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(fileProblem('is incomplete: nothing arrived for a minute.')), STALLED_MS);
  });
  try {
    return await Promise.race([iterator.next(), stalled]);
  } catch (error) {
    throw error instanceof ExpectedError ? error : fileProblem('is incomplete: the connection was cut.');
  } finally {
    clearTimeout(timer);
  }
}
