import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { SharedBytes } from '../http/shared-bytes.ts';

/** A page as it is sent. */
export interface WrittenPage {
  bytes: SharedBytes;
  etag: string;
}

/** For all pages in memory, in bytes. The pages that people read fit in, so they are written once. */
const MOST = 16 * 1024 * 1024;

/** The memory of a compressed page: zlib allocates at least this. */
const LEAST_PACKED = 16 * 1024;

/** Keeps written pages by their path, up to 16 MB. */
export class WrittenPages {
  readonly #kept = new LRUCache<string, WrittenPage & { size: number }>({
    maxSize: MOST,
    sizeCalculation: ({ size }) => size,
  });

  /** The page, written on first request. Undefined if `write` knows no such page. */
  read(path: string, write: () => string | undefined): WrittenPage | undefined {
    const known = this.#kept.get(path);
    if (known) return known;
    const text = write();
    if (text === undefined) return undefined;
    const content = Buffer.from(text);
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
    const page = {
      bytes: new SharedBytes('plain', content),
      etag,
      size: content.length + Math.max(content.length, LEAST_PACKED),
    };
    this.#kept.set(path, page);
    return page;
  }
}
