import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

export const ENCODINGS = 'gzip, deflate, br';

/**
 * Reads a body of at most `maxBytes`, counted after decompression; the rest of a longer one is neither read nor kept. Throws
 * OutboundError.
 */
export async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded(body, encoding.trim().toLowerCase())) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw new OutboundError('size', `The response is larger than ${maxBytes} bytes.`);
      chunks.push(chunk as Buffer);
    }
  } finally {
    body.on('error', () => {}).destroy();
  }
  return Buffer.concat(chunks);
}

/** Reads the first bytes of an uncompressed body, as far as they arrive. Errors are ignored. */
export async function readBeginning(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= maxBytes) break;
    }
  } catch {
  } finally {
    body.on('error', () => {}).destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

function decoded(body: Readable, encoding: string): Readable {
  if (encoding === '' || encoding === 'identity') return body;
  if (!Object.hasOwn(DECODERS, encoding)) {
    throw new OutboundError('encoding', 'The response uses an unsupported compression.');
  }
  const decoder = DECODERS[encoding as keyof typeof DECODERS]();
  return pipeline(body, decoder, () => {}); // the reader of the decoder gets the error
}
