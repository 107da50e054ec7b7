import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/connect.ts';
import type { Claim } from '../domain/ledger/claim.ts';
import { type SendStart, type Settlement, writeLedger } from '../domain/ledger/write-ledger.ts';
import type { Log } from '../log.ts';
import type { StillOurs } from './transports/transport.ts';

export interface LedgerWriterOptions {
  db: Database;
  log: Log;
  /** Messages that may be on their way at once. One that was accepted and is not written down yet is among them: after a kill it is sent again. */
  size(): number;
  leaseSeconds: number;
  /** `written`: false when the row had gone to somebody else. */
  onSettled(settlement: Settlement, written: boolean): void;
}

interface Waiting {
  departure: SendStart;
  resolve(still: StillOurs | undefined): void;
  reject(error: Error): void;
}

const MAX_AT_ONCE = 500;
const RETRY_MS = 500;

/**
 * Writes down what became of messages and lets the next ones leave, in sets: what comes while one set is written makes the
 * next. Until it is ended it gives no settlement up: a message that was accepted and not written down would be sent again.
 */
export class LedgerWriter {
  readonly #options: LedgerWriterOptions;
  readonly #settlements: Settlement[] = [];
  readonly #departures: Waiting[] = [];
  /** What may be on its way, and until when its first byte may leave: a moment of `performance`. */
  readonly #begun = new Map<Claim, number>();
  #turning: Promise<void> | undefined;
  #stopping = false;
  #ended = false;

  constructor(options: LedgerWriterOptions) {
    this.#options = options;
  }

  /** Whether a message may be on its way. */
  hasBegun = (claim: Claim): boolean => this.#begun.has(claim);

  settle(settlement: Settlement): void {
    this.#settlements.push(settlement);
    this.#turn();
  }

  /**
   * Gives, in its turn, whether the message is still ours, to be asked before its first byte leaves: a process that was
   * stopped meanwhile may have lost it. Undefined: it may not leave at all. Rejects when that cannot be written.
   */
  startSending(departure: SendStart): Promise<StillOurs | undefined> {
    if (this.#stopping) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#departures.push({ departure, resolve, reject });
      this.#turn();
    });
  }

  /** The leases of claims were renewed by a statement that was begun at `asked`, a moment of `performance`. */
  renewed(claims: readonly Claim[], asked: number): void {
    const until = this.#until(asked);
    for (const claim of claims) if (this.#begun.get(claim)) this.#begun.set(claim, until);
  }

  /** Nothing leaves any more; what became of what has left is still written. */
  stop(): void {
    this.#stopping = true;
    for (const { resolve } of this.#departures.splice(0)) resolve(undefined);
  }

  /** Tries no more. What is not written by then is found by whoever takes over when the leases run out. */
  end(): void {
    this.#ended = true;
  }

  #turn(): void {
    this.#turning ??= this.#run().finally(() => {
      this.#turning = undefined;
      if (this.#hasWork()) this.#turn();
    });
  }

  #hasWork(): boolean {
    const free = this.#options.size() - this.#begun.size;
    return !this.#ended && (this.#settlements.length > 0 || (this.#departures.length > 0 && free > 0));
  }

  async #run(): Promise<void> {
    let max = MAX_AT_ONCE;
    await undefined; // those that come in the same moment go together
    while (this.#hasWork()) {
      const settlements = this.#settlements.splice(0, max);
      const ending = settlements.filter(({ claim }) => this.#begun.has(claim)).length;
      const leaving = this.#departures.splice(0, this.#options.size() - this.#begun.size + ending);
      for (const { departure } of leaving) this.#begun.set(departure.claim, 0); // first: from here on stopping leaves them alone
      try {
        await this.#take(settlements, leaving);
        max = MAX_AT_ONCE;
      } catch (error) {
        for (const { departure, reject } of leaving) {
          this.#begun.delete(departure.claim);
          reject(error as Error);
        }
        if (settlements.length === 0) continue;
        this.#options.log.error(
          { mails: settlements.length, reason: (error as Error).message },
          'the ledger cannot be written yet',
        );
        max = 1; // and from the back of the line: one that cannot be written holds no other up
        this.#settlements.push(...settlements);
        await sleep(RETRY_MS);
      }
    }
  }

  async #take(settlements: readonly Settlement[], leaving: readonly Waiting[]): Promise<void> {
    const { db, leaseSeconds, onSettled } = this.#options;
    const departures = leaving.map(({ departure }) => departure);
    const until = this.#until(performance.now());
    const turn = await writeLedger(db, settlements, departures, leaseSeconds);
    const settled = new Set(turn.settled);
    const departed = new Set(turn.departed);
    for (const settlement of settlements) {
      this.#begun.delete(settlement.claim);
      onSettled(settlement, settled.has(settlement.claim));
    }
    for (const { departure, resolve } of leaving) {
      // One that may not leave keeps its place until it is settled.
      const { claim } = departure;
      if (departed.has(departure)) this.#begun.set(claim, until);
      resolve(departed.has(departure) ? () => performance.now() <= (this.#begun.get(claim) ?? 0) : undefined);
    }
  }

  #until(asked: number): number {
    return asked + (this.#options.leaseSeconds * 1_000) / 2;
  }
}
