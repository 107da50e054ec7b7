import { refusedStreams } from '../metrics/metrics.ts';
import { hostOf } from '../network/networks.ts';

/** Counts what is open in this process of each network, up to a maximum: for those who have not said yet who they are. */
export class NetworkPlaces {
  readonly #max: number;
  readonly #held = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a place; gives how to leave it, which may be done more than once. Undefined when there is none. */
  enter(address: string): (() => void) | undefined {
    const network = hostOf(address);
    const count = this.#held.get(network) ?? 0;
    if (count >= this.#max) {
      refusedStreams.inc({ limit: 'network' });
      return undefined;
    }
    this.#held.set(network, count + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#held.get(network) ?? 0) - 1;
      if (left > 0) this.#held.set(network, left);
      else this.#held.delete(network);
    };
  }
}
