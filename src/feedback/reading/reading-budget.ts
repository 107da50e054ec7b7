import { hostOf } from '../../network/networks.ts';

/** How long mails may be read, in milliseconds a minute, and how many may wait for it. */
export interface ReadingLimits {
  /** Those of one network: an IPv4 address, or of IPv6 a /64. */
  reading: number;
  /** All of them. */
  readingInAll: number;
  /** Mails of one network that wait to be read. */
  waiting: number;
  /** Mails in all that wait to be read. */
  waitingInAll: number;
}

interface Used {
  reading: number;
  waiting: number;
}

const MINUTE_MS = 60_000;

/** Counts how long the mails of each network were read within a minute, and how many wait. */
export class ReadingBudget {
  readonly #limits: ReadingLimits;
  readonly #networks = new Map<string, Used>();
  #all: Used = { reading: 0, waiting: 0 };
  #since = 0;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
  }

  /** Whether no mail of this address is read now: it should try again later. */
  isSpent(address: string): boolean {
    this.#beginMinute();
    const { reading, waiting } = this.#networks.get(hostOf(address)) ?? { reading: 0, waiting: 0 };
    const { reading: most, waiting: crowd, readingInAll, waitingInAll } = this.#limits;
    return reading > most || waiting >= crowd || this.#all.reading > readingInAll || this.#all.waiting >= waitingInAll;
  }

  /** Counts a mail of this address while `read` runs, which gives how many milliseconds it was read for. */
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

  /** Forgets what was read in the last minute. Mails that wait still count. */
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
