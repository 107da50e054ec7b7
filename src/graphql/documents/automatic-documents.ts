import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MOST_DOCUMENTS = 1_000;
/** A text takes at most two bytes a character. */
const MOST_BYTES = 4 * 1024 * 1024;
/** For a document besides its text. */
const BYTES_EACH = 200;

/**
 * Documents that clients sent with their hash (Apollo's automatic persisted queries), for all teams of a process: a text says
 * nothing about data, and its hash was checked. The least used are dropped; their clients send the text again.
 */
export class AutomaticDocuments {
  readonly #documents = new LRUCache<string, string>({
    max: MOST_DOCUMENTS,
    maxSize: MOST_BYTES,
    sizeCalculation: (text) => 2 * text.length + BYTES_EACH,
  });

  get(hash: string): string | undefined {
    return this.#documents.get(hash);
  }

  /** Keeps a text under its hash. Returns false if that is not its hash. */
  add(hash: string, text: string): boolean {
    if (this.#documents.get(hash) === text) return true;
    if (createHash('sha256').update(text).digest('hex') !== hash) return false;
    this.#documents.set(hash, text);
    return true;
  }
}
