import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';

/** Of a report when it is unpacked: some ten thousand sources. */
export const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ENTRIES = 5;

const unzip = promisify(gunzip);

/**
 * The bytes of a file that may be packed by gzip or zip; of a zip, those of its first file. Whatever a file says of its
 * own size, no more than 4 MiB are unpacked. Rejects when it is larger or broken.
 */
export async function unpack(bytes: Buffer): Promise<Buffer> {
  if (isGzip(bytes)) return unzip(bytes, { maxOutputLength: MAX_BYTES });
  return isZip(bytes) ? firstOf(bytes) : bytes;
}

/** Whether bytes begin as a packed file does. */
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
    // It ends with an error as soon as it is larger than it says.
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }
  throw new Error('there is no file in it');
}
