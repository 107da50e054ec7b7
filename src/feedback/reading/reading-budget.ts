import { hostOf } from '../../network/networks.ts';

/** The limits for reading e-mails: milliseconds a minute, and how many may wait. */
export interface ReadingLimits {
  /** The time for one network: an IPv4 address, or for IPv6 a /64. */
  reading: number;
  /** The time for all networks. */
  readingInAll: number;
  /** How many e-mails of one network may wait. */
  waiting: number;
  /** How many e-mails may wait in total. */
  waitingInAll: number;
}

interface Used {
  reading: number;
  waiting: number;
}

const MINUTE_MS = 60_000;

/** Counts the reading time of each network within a minute, and the waiting e-mails. */
export class ReadingBudget {
  readonly #limits: ReadingLimits;
  readonly #networks = new Map<string, Used>();
  #all: Used = { reading: 0, waiting: 0 };
  #since = 0;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
  }

  /** Whether the address is over its limits and should try again later. */
  isSpent(address: string): boolean {
    this.#beginMinute();
    const { reading, waiting } = this.#networks.get(hostOf(address)) ?? { reading: 0, waiting: 0 };
    const { reading: most, waiting: crowd, readingInAll, waitingInAll } = this.#limits;
    return reading > most || waiting >= crowd || this.#all.reading > readingInAll || this.#all.waiting >= waitingInAll;
  }

  /** Counts an e-mail of this address while `read` runs, which returns its reading time in milliseconds. */
  async spend(address: string, read: () => Promise<number>): Promise<void> {
    const network = hostOf(address);
    const used = this.#networks.get(network) ?? { reading: 0, waiting: 0 };
    this.#networks.set(network, used);
    for (const one of [used, this.#all]) one.waiting += 1;
    let took = 0;
    try {
      took = await read();
    } finally {
      for (const one of [used, this.#all]) {
        one.waiting -= 1;
        one.reading += took;
      }
    }
  }

  /** Resets the reading time of the last minute. Waiting e-mails still count. */
  #beginMinute(): void {
    const now = performance.now();
    if (now - this.#since < MINUTE_MS) return;
    this.#since = now;
    this.#all.reading = 0;
    for (const [network, used] of this.#networks) {
      used.reading = 0;
      if (used.waiting === 0) this.#networks.delete(network);
    }
  }
}
