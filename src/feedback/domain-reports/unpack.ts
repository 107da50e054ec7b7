import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';

/** The limit of an unpacked report: some ten thousand sources. */
export const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ENTRIES = 5;

const unzip = promisify(gunzip);

/**
 * The bytes of a file that may be compressed by gzip or zip; for a zip, its first file. Unpacks at most 4 MiB, whatever size the
 * file declares. Rejects when it is larger or broken.
 */
export async function unpack(bytes: Buffer): Promise<Buffer> {
  if (isGzip(bytes)) return unzip(bytes, { maxOutputLength: MAX_BYTES });
  return isZip(bytes) ? firstOf(bytes) : bytes;
}

/** Whether bytes begin like a compressed file. */
export const isPacked = (bytes: Buffer): boolean => isGzip(bytes) || isZip(bytes);

const isGzip = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 2) === '\x1f\x8b';
const isZip = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 4) === 'PK\x03\x04';

async function firstOf(bytes: Buffer): Promise<Buffer> {
  const zip = await fromBufferPromise(bytes);
  let seen = 0;
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    if (++seen > MAX_ENTRIES) break;
    if (entry.fileName.endsWith('/')) continue;
    if (entry.uncompressedSize > MAX_BYTES) throw new Error('too large');
    // It ends with an error as soon as it exceeds its declared size.
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }
  throw new Error('there is no file in it');
}
