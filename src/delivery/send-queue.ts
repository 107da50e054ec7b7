import { setTimeout as sleep } from 'node:timers/promises';
import { WakeSignal } from '../async/wake-signal.ts';
import type { Sql } from '../database/connect.ts';
import { pollForWork, waitAfter } from '../database/work-poller.ts';
import type { Claim } from '../domain/ledger/claim.ts';
import type { Settlement } from '../domain/ledger/write-ledger.ts';
import type { Log } from '../log.ts';
import { type BuildContext, loadBuilders } from './build/message-builder.ts';
import { deliverMessage, type LoadedMessage, type SendSteps } from './deliver-message.ts';
import { FairShare } from './fair-share.ts';
import type { Routed } from './gate/gates.ts';
import type { MessageCounter } from './record/message-counter.ts';
import { release, waitOrGiveUp } from './record/settlements.ts';
import { WaitingTeams } from './waiting-teams.ts';

export interface SendQueueOptions extends SendSteps {
  /** Claims up to `limit` messages, none of busy teams; with `teams`, only theirs. */
  claim(limit: number, busyTeams: readonly number[], teams?: readonly number[]): Promise<Claim[]>;
  /** Returns rows while there is something to claim. */
  waiting: Sql;
  context: BuildContext;
  counter: MessageCounter;
  log: Log;
  /** How many messages are claimed at once. */
  chunk: number;
  isBulk: boolean;
}

const POLL_MS = 1_000;
const BACK_OFF_MS = [500, 1_000, 2_000, 5_000];
const TRY_AGAIN_SECONDS = 5;

/**
 * Takes messages of some kinds from claim to settlement: claim → gates → load in chunks, then each message alone
 * (see deliver-message.ts). Every claim ends with a settlement in the ledger writer.
 */
export class SendQueue {
  readonly #options: SendQueueOptions;
  readonly #share: FairShare;
  readonly #signal = new WakeSignal();
  readonly #waiting = new WaitingTeams();
  readonly #stopped = new AbortController();
  #working: Promise<void> | undefined;
  #unwatch = () => {};

  constructor(options: SendQueueOptions) {
    this.#options = options;
    this.#share = new FairShare(() => options.gates.sizes.claimed(options.isBulk));
  }

  /** Claimed and not settled yet. */
  get held(): ReadonlySet<Claim> {
    return this.#share.held;
  }

  start(): void {
    const wake = () => {
      this.#waiting.askAll();
      this.#signal.wake();
    };
    this.#unwatch = pollForWork(this.#options.context.db, { what: this.#options.waiting, everyMs: POLL_MS, wake });
    this.#working = this.#work();
  }

  /** Looks for messages of a team now rather than at the next poll. */
  wake(teamId: number): void {
    this.#waiting.add(teamId);
    this.#signal.wake();
  }

  /** The ledger has recorded a message of this queue, or another worker has taken it over. */
  recorded(settlement: Settlement): void {
    const isDue = 'delaySeconds' in settlement && settlement.delaySeconds === 0;
    if (isDue) this.#waiting.add(settlement.claim.teamId);
    if (this.#share.remove(settlement.claim) || isDue) this.#signal.wake();
  }

  /** Stops claiming. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#unwatch();
    this.#signal.wake();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { chunk, context, log } = this.#options;
    const { signal } = this.#stopped;
    let failures = 0;
    while (!signal.aborted) {
      const limit = Math.min(this.#share.available, chunk);
      try {
        const isIdle = limit === 0 || (await this.#deliverSome(limit)) === 0;
        failures = 0;
        if (isIdle && !signal.aborted) await this.#signal.wait(waitAfter(context.db, 0, POLL_MS));
      } catch (error) {
        const pause = BACK_OFF_MS[Math.min(failures++, BACK_OFF_MS.length - 1)]!;
        log.error({ reason: (error as Error).message }, 'cannot claim mails; trying again');
        await sleep(pause, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Returns how many messages were claimed. */
  async #deliverSome(limit: number): Promise<number> {
    const { claim, context, ledger } = this.#options;
    const busy = this.#share.busyTeams;
    const claims = await this.#waiting.claim((teams) => claim(limit, busy, teams), busy);
    if (claims.length === 0) return 0;
    for (const one of claims) this.#share.add(one);
    try {
      const open = await this.#admit(claims);
      const builders = await loadBuilders(
        open.map(({ claim }) => claim),
        context,
      );
      for (const { claim, route } of open) {
        const build = builders.get(claim);
        if (build) void this.#deliver({ claim, route, build });
        else ledger.record(release(claim)); // deleted in the meantime: the release changes no row
      }
    } catch (error) {
      for (const one of claims) ledger.record(release(one));
      throw error;
    }
    return claims.length;
  }

  /** Returns the messages that may be sent now. The others return to the queue. */
  async #admit(claims: readonly Claim[]): Promise<Routed[]> {
    const { gates, ledger, counter, retrySecondsOf } = this.#options;
    const { open, waiting } = await gates.admit(claims);
    for (const { claim, route } of [...open, ...waiting]) counter.routed(claim, route);
    for (const { claim, ...wait } of waiting) {
      ledger.record(waitOrGiveUp(claim, { ...wait, retrySeconds: retrySecondsOf(claim) }));
    }
    return open;
  }

  async #deliver(message: LoadedMessage): Promise<void> {
    const { gates, ledger, log } = this.#options;
    const { claim, route } = message;
    const ahead = gates.ahead(claim, route);
    await ahead.take();
    try {
      const isStopped = this.#stopped.signal.aborted;
      ledger.record(isStopped ? release(claim) : await deliverMessage(message, this.#options));
    } catch (error) {
      // While stopping, what a message needs is being closed: it returns to the queue like the others.
      if (!this.#stopped.signal.aborted)
        log.error({ message: claim.id, reason: (error as Error).message }, 'cannot deliver a mail; trying again');
      ledger.record(release(claim, TRY_AGAIN_SECONDS));
    } finally {
      ahead.release();
    }
  }
}
