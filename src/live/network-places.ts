import { refusedStreams } from '../metrics/metrics.ts';
import { hostOf } from '../network/networks.ts';
import { Held } from './held.ts';

/** Counts what is open in this process of each network, up to a maximum: for those who have not said yet who they are. */
export class NetworkPlaces {
  readonly #max: number;
  readonly #held = new Held();

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a place; gives how to leave it, which may be done more than once. Undefined when there is none. */
  enter(address: string): (() => void) | undefined {
    const network = hostOf(address);
    if (this.#held.count(network) < this.#max) return this.#held.hold(network);
    refusedStreams.inc({ limit: 'network' });
    return undefined;
  }
}
