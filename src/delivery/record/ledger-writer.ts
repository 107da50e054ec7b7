import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/connect.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import { type SendStart, type Settlement, writeLedger } from '../../domain/ledger/write-ledger.ts';
import type { Log } from '../../log.ts';
import type { StillOurs } from '../transports/transport.ts';
import { unlessPartlySent } from './settlements.ts';

export interface LedgerWriterOptions {
  db: Database;
  log: Log;
  /** Messages that may be on their way at once. One that was accepted and is not written down yet is among them: after a kill it is sent again. */
  size(): number;
  leaseSeconds: number;
  /** `written`: false when the row had gone to somebody else. */
  onRecorded(settlement: Settlement, written: boolean): void;
}

interface Waiting {
  start: SendStart;
  resolve(still: StillOurs | undefined): void;
  reject(error: Error): void;
}

const MAX_AT_ONCE = 500;
const RETRY_MS = 500;

/**
 * Writes down what became of messages and which ones start, in sets: what comes while one set is written makes the next.
 * Until it is ended it gives no settlement up: a message that was accepted and not written down would be sent again.
 */
export class LedgerWriter {
  readonly #options: LedgerWriterOptions;
  readonly #settlements: Settlement[] = [];
  readonly #starts: Waiting[] = [];
  /** Messages that may be on their way, and until when their first byte may leave: a moment of `performance`. */
  readonly #started = new Map<Claim, number>();
  #writing: Promise<void> | undefined;
  #stopping = false;
  #ended = false;

  constructor(options: LedgerWriterOptions) {
    this.#options = options;
  }

  /** Whether a message may be on its way. */
  hasStarted = (claim: Claim): boolean => this.#started.has(claim);

  /** Takes what became of a message, to be written as soon as it can be. */
  record(settlement: Settlement): void {
    this.#settlements.push(unlessPartlySent(settlement));
    this.#write();
  }

  /**
   * Commits that a message starts, once there is room among those on their way. Gives whether it is still ours, to be asked
   * before its first byte leaves: a process that was stopped meanwhile may have lost it. Undefined: it may not leave at all.
   * Rejects when that cannot be written.
   */
  startSending(claim: Claim, recipients: readonly string[]): Promise<StillOurs | undefined> {
    if (this.#stopping) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#starts.push({ start: { claim, recipients }, resolve, reject });
      this.#write();
    });
  }

  /** The leases of claims were renewed by a statement that was begun at `asked`, a moment of `performance`. */
  leasesRenewed(claims: readonly Claim[], asked: number): void {
    const until = this.#until(asked);
    for (const claim of claims) if (this.#started.get(claim)) this.#started.set(claim, until);
  }

  /** Nothing starts any more; what became of what has started is still written. */
  stop(): void {
    this.#stopping = true;
    for (const { resolve } of this.#starts.splice(0)) resolve(undefined);
  }

  /** Tries no more. What is not written by then is found by whoever takes over when the leases run out. */
  end(): void {
    this.#ended = true;
  }

  #write(): void {
    this.#writing ??= this.#run().finally(() => {
      this.#writing = undefined;
      if (this.#hasWork()) this.#write();
    });
  }

  #hasWork(): boolean {
    const free = this.#options.size() - this.#started.size;
    return !this.#ended && (this.#settlements.length > 0 || (this.#starts.length > 0 && free > 0));
  }

  async #run(): Promise<void> {
    let max = MAX_AT_ONCE;
    await undefined; // those that come in the same moment go together
    while (this.#hasWork()) {
      const settlements = this.#settlements.splice(0, max);
      const ending = settlements.filter(({ claim }) => this.#started.has(claim)).length;
      const starting = this.#starts.splice(0, this.#options.size() - this.#started.size + ending);
      for (const { start } of starting) this.#started.set(start.claim, 0); // first: from here on stopping leaves them alone
      try {
        await this.#writeSet(settlements, starting);
        max = MAX_AT_ONCE;
      } catch (error) {
        for (const { start, reject } of starting) {
          this.#started.delete(start.claim);
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

  async #writeSet(settlements: readonly Settlement[], starting: readonly Waiting[]): Promise<void> {
    const { db, leaseSeconds, onRecorded } = this.#options;
    const starts = starting.map(({ start }) => start);
    const until = this.#until(performance.now());
    const written = await writeLedger(db, settlements, starts, leaseSeconds);
    const settled = new Set(written.settled);
    const started = new Set(written.started);
    for (const settlement of settlements) {
      this.#started.delete(settlement.claim);
      onRecorded(settlement, settled.has(settlement.claim));
    }
    for (const { start, resolve } of starting) {
      // One that may not leave keeps its place until it is settled.
      const { claim } = start;
      if (started.has(start)) this.#started.set(claim, until);
      resolve(started.has(start) ? () => performance.now() <= (this.#started.get(claim) ?? 0) : undefined);
    }
  }

  #until(asked: number): number {
    return asked + (this.#options.leaseSeconds * 1_000) / 2;
  }
}
