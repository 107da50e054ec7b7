import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { StoredObject } from '../storage/storage.ts';

/** For all pictures that are being sent. */
const MOST_BYTES = 16 * 1024 * 1024;

interface Held {
  bytes: Promise<Buffer>;
  size: number;
  readers: number;
}

/**
 * Keeps each picture in memory once, however many answers send it: a reader who stops reading costs no more than a connection.
 */
export class SharedPictures {
  readonly #held = new Map<string, Held>();
  #bytes = 0;

  /**
   * The bytes of a picture for one more answer, kept until all its answers are sent. Undefined when too much is kept already;
   * then stream `stored`. The content at an address never changes.
   */
  bytesFor(address: string, stored: StoredObject, response: ServerResponse): Promise<Buffer> | undefined {
    const known = this.#held.get(address);
    if (response.destroyed || (!known && this.#bytes + stored.size > MOST_BYTES)) return undefined;
    if (known) stored.bytes.destroy();
    const held = known ?? this.#hold(address, stored);
    held.readers += 1;
    let hasLeft = false;
    const leave = () => {
      if (!hasLeft) this.#leave(address, held);
      hasLeft = true;
    };
    response.once('finish', leave).once('close', leave);
    return held.bytes;
  }

  #hold(address: string, { size, bytes }: StoredObject): Held {
    const held = { bytes: buffer(bytes), size, readers: 0 };
    this.#held.set(address, held);
    this.#bytes += size;
    return held;
  }

  #leave(address: string, held: Held): void {
    held.readers -= 1;
    if (held.readers > 0) return;
    this.#held.delete(address);
    this.#bytes -= held.size;
  }
}
