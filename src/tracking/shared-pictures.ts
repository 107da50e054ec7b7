import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { StoredObject } from '../storage/storage.ts';

/** Of all pictures that are on their way to somebody. */
const MOST_BYTES = 16 * 1024 * 1024;

interface Held {
  bytes: Promise<Buffer>;
  size: number;
  readers: number;
}

/** Pictures in memory once, however many are on their way: nobody who stops reading costs more than a connection. */
export class SharedPictures {
  readonly #held = new Map<string, Held>();
  #bytes = 0;

  /**
   * The bytes of a picture for one more answer, kept until all answers with it have left; undefined when too much is kept already,
   * and `stored` is to be streamed. An address never has another content.
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
