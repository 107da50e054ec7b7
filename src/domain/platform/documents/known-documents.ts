import { LRUCache } from 'lru-cache';
import { type Database, run, sql } from '../../../database/connect.ts';
import type { PubSub } from '../../../live/pubsub.ts';

/** For the copies of a process: a text takes at most two bytes a character. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_COPIES = 5_000;
/** For a copy besides its text. */
const BYTES_EACH = 200;
/** The longest use of a copy. Changes arrive at once by notice; this limits the effect of a lost notice. */
const TRUSTED_MS = 10_000;
/** A longer name cannot be registered. */
const LONGEST_NAME = 255;

/** The prefix of the GraphQL over HTTP specification for a SHA-256 of the text. */
const SHA256 = 'sha256:';

interface Copy {
  /** Undefined: no document has this name. */
  text: string | undefined;
}

/**
 * Finds registered documents. Keeps copies of those in use, and of names that are not registered, in bounded memory. Without any
 * registered document, a search costs no statement.
 */
export class KnownDocuments {
  readonly #db: Database;
  readonly #pubsub: PubSub;
  readonly #copies = new LRUCache<string, Copy>({
    max: MOST_COPIES,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ text = '' }, name) => 2 * (text.length + name.length) + BYTES_EACH,
    ttl: TRUSTED_MS,
  });
  #noneUntil = 0;
  /** Counts the notices, so that a search overtaken by a notice is not kept. */
  #changes = 0;

  constructor(db: Database, pubsub: PubSub) {
    this.#db = db;
    this.#pubsub = pubsub;
    pubsub.on('documents.changed', () => this.#forget());
    pubsub.onInterrupted(() => this.#forget());
  }

  /** The text of a document by its id, or by the SHA-256 of its text with or without `sha256:`. Undefined if there is none. */
  async find(name: string): Promise<string | undefined> {
    if (name.length > LONGEST_NAME) return undefined;
    if (this.#pubsub.listening) {
      if (this.#noneUntil > performance.now()) return undefined;
      const copy = this.#copies.get(name);
      if (copy) return copy.text;
    }
    const changes = this.#changes;
    const { text, any } = await this.#read(name);
    if (changes === this.#changes) {
      if (any) this.#copies.set(name, { text: text ?? undefined });
      else this.#noneUntil = performance.now() + TRUSTED_MS;
    }
    return text ?? undefined;
  }

  async #read(name: string): Promise<{ text: string | null; any: boolean }> {
    const hash = name.startsWith(SHA256) ? name.slice(SHA256.length) : name;
    const [row] = await run<{ text: string | null; any: boolean }>(
      this.#db,
      sql`select (select text from registered_documents where id = ${name} or hash = ${hash}
                  order by id = ${name} desc limit 1) as text,
                 exists (select from registered_documents) as any`,
    );
    return row!;
  }

  #forget(): void {
    this.#changes += 1;
    this.#noneUntil = 0;
    this.#copies.clear();
  }
}
