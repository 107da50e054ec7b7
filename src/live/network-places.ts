import { refusedStreams } from '../metrics/metrics.ts';
import { hostOf } from '../network/networks.ts';
import { Held } from './held.ts';

/** Counts a network's open connections in this process up to a maximum, before they are identified. */
export class NetworkPlaces {
  readonly #max: number;
  readonly #held = new Held();

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Takes a place. Returns a function to leave it, which may be called repeatedly, or undefined if all places are
   * taken.
   */
  enter(address: string): (() => void) | undefined {
    const network = hostOf(address);
    if (this.#held.count(network) < this.#max) return this.#held.hold(network);
    refusedStreams.inc({ limit: 'network' });
    return undefined;
  }
}
