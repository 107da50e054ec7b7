import { setTimeout as sleep } from 'node:timers/promises';
import { byTeam } from '../../database/by-team.ts';
import type { Database } from '../../database/connect.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import { type SendStart, type Settlement, writeLedger } from '../../domain/ledger/write-ledger.ts';
import type { Log } from '../../log.ts';
import type { StillOurs } from '../transports/transport.ts';
import { unlessPartlySent } from './settlements.ts';

export interface LedgerWriterOptions {
  db: Database;
  log: Log;
  /**
   * How many messages may be in transit at once. This includes accepted messages that are not recorded yet: if the process is
   * killed, they are sent again.
   */
  size(): number;
  leaseSeconds: number;
  /** `written` is false when another worker has taken the message over. */
  onRecorded(settlement: Settlement, written: boolean): void;
}

interface Waiting {
  start: SendStart;
  resolve(still: StillOurs | undefined): void;
  reject(error: Error): void;
}

const teamOf = (item: Settlement | Waiting): number => ('claim' in item ? item : item.start).claim.teamId;

const MAX_AT_ONCE = 500;
const RETRY_MS = 500;
/** A statement has the fixed cost of several messages: with sets twice as large a message took 8 % less of the processors. */
const GATHER_MS = 5;
const LONGEST_GATHER_MS = 25;
const NEARLY_ALL = 0.9;
/** With fewer in transit, connections wait for the ledger, not the ledger for connections. */
const MANY = 16;

/**
 * Writes settlements and starts to the ledger, in batches: everything that arrives during one write forms the next batch. With
 * many messages in transit the batch waits a little for more, half as long as a write takes, unless it already contains nearly
 * all of them. It retries settlements until `end`, because an accepted but unrecorded message would be sent again.
 */
export class LedgerWriter {
  readonly #options: LedgerWriterOptions;
  readonly #settlements: Settlement[] = [];
  readonly #starts: Waiting[] = [];
  /** Messages that may be in transit, and the `performance.now()` until which their first byte may be sent. */
  readonly #started = new Map<Claim, number>();
  #writing: Promise<void> | undefined;
  /** The `performance.now()` since which all writes have failed. */
  #triedSince: number | undefined;
  #writeMs = 0;
  #stopping = false;
  #ended = false;

  constructor(options: LedgerWriterOptions) {
    this.#options = options;
  }

  /** Whether a message may be in transit. */
  hasStarted = (claim: Claim): boolean => this.#started.has(claim);

  /**
   * Whether writes succeed, as far as is known. False once none has succeeded for as long as a lease surely lasts. Then the
   * leases must not be renewed, so that a process that can write takes the messages over.
   */
  get acceptsWrites(): boolean {
    return this.#triedSince === undefined || performance.now() <= this.#until(this.#triedSince);
  }

  /** Records a settlement as soon as the ledger is writable. */
  record(settlement: Settlement): void {
    this.#settlements.push(unlessPartlySent(settlement));
    this.#write();
  }

  /**
   * Records the start of a message as soon as fewer than `size` messages are in transit. Returns a check for right before the
   * first byte is sent, because a process that was paused may have lost its lease. Returns undefined when the message must not be
   * sent. Rejects when the ledger is not writable.
   */
  startSending(claim: Claim, recipients: readonly string[]): Promise<StillOurs | undefined> {
    if (this.#stopping) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#starts.push({ start: { claim, recipients }, resolve, reject });
      this.#write();
    });
  }

  /** Notes that the leases of claims were renewed by a statement that began at `asked` (a `performance.now()`). */
  leasesRenewed(claims: readonly Claim[], asked: number): void {
    const until = this.#until(asked);
    for (const claim of claims) if (this.#started.get(claim)) this.#started.set(claim, until);
  }

  /** Starts no more messages. Settlements of messages that have started are still written. */
  stop(): void {
    this.#stopping = true;
    for (const { resolve } of this.#starts.splice(0)) resolve(undefined);
  }

  /** Stops retrying. Workers that take over when the leases expire handle the unwritten settlements. */
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
    await undefined; // batch what arrives in the same tick
    while (this.#hasWork()) {
      const waiting = this.#settlements.length + this.#starts.length;
      if (this.#started.size >= MANY && waiting < this.#started.size * NEARLY_ALL) await sleep(this.#gatherMs());
      const settlements = this.#settlements.splice(0, max);
      const ending = settlements.filter(({ claim }) => this.#started.has(claim)).length;
      const starting = this.#starts.splice(0, this.#options.size() - this.#started.size + ending);
      for (const { start } of starting) this.#started.set(start.claim, 0); // first, so that stopping does not release them
      const portions = byTeam(this.#options.db, [...settlements, ...starting], teamOf);
      const from = performance.now();
      this.#triedSince ??= from;
      const isLeft = await Promise.all(portions.map(({ items }) => this.#tryToWrite(items)));
      this.#writeMs = performance.now() - from;
      max = MAX_AT_ONCE;
      if (!isLeft.includes(true)) continue;
      max = 1; // one at a time and from the back, so that a failing settlement does not block the others
      await sleep(RETRY_MS);
    }
  }

  #gatherMs = (): number => Math.min(Math.max(GATHER_MS, this.#writeMs / 2), LONGEST_GATHER_MS);

  /** Writes a set with one statement. Returns whether settlements are left to retry. */
  async #tryToWrite(items: readonly (Settlement | Waiting)[]): Promise<boolean> {
    const settlements = items.filter((item): item is Settlement => 'claim' in item);
    const starting = items.filter((item): item is Waiting => 'start' in item);
    try {
      await this.#writeSet(settlements, starting);
      return false;
    } catch (error) {
      for (const { start, reject } of starting) {
        this.#started.delete(start.claim);
        reject(error as Error);
      }
      if (settlements.length === 0) return false;
      this.#options.log.error(
        { mails: settlements.length, reason: (error as Error).message },
        'cannot write to the ledger; trying again',
      );
      this.#settlements.push(...settlements);
      return true;
    }
  }

  #recorded(settlements: readonly Settlement[], settled: ReadonlySet<Claim>): void {
    this.#triedSince = undefined;
    for (const settlement of settlements) {
      this.#started.delete(settlement.claim);
      this.#options.onRecorded(settlement, settled.has(settlement.claim));
    }
  }

  async #writeSet(settlements: readonly Settlement[], starting: readonly Waiting[]): Promise<void> {
    const { db, leaseSeconds } = this.#options;
    const starts = starting.map(({ start }) => start);
    const until = this.#until(performance.now());
    const written = await writeLedger(db, settlements, starts, leaseSeconds);
    const started = new Set(written.started);
    this.#recorded(settlements, new Set(written.settled));
    for (const { start, resolve } of starting) {
      // A message that must not be sent stays in #started until it is settled.
      const { claim } = start;
      if (started.has(start)) this.#started.set(claim, until);
      resolve(started.has(start) ? () => performance.now() <= (this.#started.get(claim) ?? 0) : undefined);
    }
  }

  #until(asked: number): number {
    return asked + (this.#options.leaseSeconds * 1_000) / 2;
  }
}
