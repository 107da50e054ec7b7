import { refusedStreams } from '../metrics/metrics.ts';
import { hostOf } from '../network/networks.ts';
import { OpenCounts } from './open-counts.ts';

/** Counts a network's open connections in this process up to a maximum, before they are identified. */
export class ConnectionLimit {
  readonly #max: number;
  readonly #counts = new OpenCounts();

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Counts one more. Returns a function that releases it, which may be called repeatedly, or undefined at the limit.
   */
  acquire(address: string): (() => void) | undefined {
    const network = hostOf(address);
    if (this.#counts.count(network) < this.#max) return this.#counts.add(network);
    refusedStreams.inc({ limit: 'network' });
    return undefined;
  }
}
