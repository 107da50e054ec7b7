import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore } from '../async/semaphore.ts';
import { WakeSignal } from '../async/wake-signal.ts';
import type { Claim } from '../domain/ledger/claim.ts';
import type { Settlement } from '../domain/ledger/write-ledger.ts';
import type { Log } from '../log.ts';
import type { MessageBuilder } from './build/message-builder.ts';
import { FairShare } from './fair-share.ts';
import { release } from './settlements.ts';
import type { Route } from './throttle/send-route.ts';

export interface SendQueueOptions {
  /** Claims up to so many messages, none of the teams that are busy. */
  claim(limit: number, busy: readonly number[]): Promise<Claim[]>;
  /** Gives those of the claims that may go now, each with its route; puts the others back. */
  admit(claims: readonly Claim[]): Promise<Map<Claim, Route>>;
  load(claims: readonly Claim[]): Promise<Map<Claim, MessageBuilder>>;
  send(claim: Claim, make: MessageBuilder, route: Route): Promise<Settlement>;
  settle(settlement: Settlement): void;
  log: Log;
  /** Messages that are claimed together, and held at most by all teams. */
  chunk: number;
  max(): number;
  /** Messages that a team has made at once for one transport: what makes us wait takes no places of the others. */
  width(route: Route): number;
}

const POLL_MS = 1_000;
const BACK_OFF_MS = [500, 1_000, 2_000, 5_000];
const MAKE_AGAIN_SECONDS = 5;

/** Claims messages a few at a time, makes them and hands them over, until it is stopped. */
export class SendQueue {
  readonly #options: SendQueueOptions;
  readonly #shares: FairShare;
  readonly #rooms = new Map<string, Semaphore>();
  readonly #bell = new WakeSignal();
  readonly #ended = new AbortController();
  #working: Promise<void> | undefined;

  constructor(options: SendQueueOptions) {
    this.#options = options;
    this.#shares = new FairShare(options.max);
  }

  /** Claimed and not settled yet. */
  get held(): ReadonlySet<Claim> {
    return this.#shares.held;
  }

  start(): void {
    this.#working = this.#work();
  }

  /** There may be something to do. */
  wake(): void {
    this.#bell.wake();
  }

  /** A message of this lane has come to its end, or is to be tried again. */
  settled(settlement: Settlement): void {
    const isDue = 'delaySeconds' in settlement && settlement.delaySeconds === 0;
    if (this.#shares.remove(settlement.claim) || isDue) this.#bell.wake();
  }

  /** Claims no more. */
  async stop(): Promise<void> {
    this.#ended.abort();
    this.#bell.wake();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { chunk, log } = this.#options;
    const { signal } = this.#ended;
    let troubles = 0;
    while (!signal.aborted) {
      const limit = Math.min(this.#shares.available, chunk);
      try {
        const enough = limit === 0 || (await this.#claimSome(limit)) === 0;
        troubles = 0;
        if (enough && !signal.aborted) await this.#bell.wait(POLL_MS);
      } catch (error) {
        const pause = BACK_OFF_MS[Math.min(troubles++, BACK_OFF_MS.length - 1)]!;
        log.error({ reason: (error as Error).message }, 'mails cannot be claimed; trying again');
        await sleep(pause, undefined, { signal }).catch(() => {});
      }
    }
  }

  async #claimSome(limit: number): Promise<number> {
    const { claim, admit, load, settle } = this.#options;
    const claims = await claim(limit, this.#shares.busyTeams);
    for (const one of claims) this.#shares.add(one);
    try {
      if (claims.length === 0) return 0;
      const going = await admit(claims);
      const makers = going.size > 0 ? await load([...going.keys()]) : new Map<Claim, MessageBuilder>();
      for (const [one, route] of going) void this.#send(one, makers.get(one), route);
    } catch (error) {
      for (const one of claims) settle(release(one));
      throw error;
    }
    return claims.length;
  }

  async #send(claim: Claim, make: MessageBuilder | undefined, route: Route): Promise<void> {
    const { send, settle, log } = this.#options;
    if (!make) return settle(release(claim)); // deleted since: there is no row to release either
    const room = this.#roomOf(route);
    await room.acquire();
    try {
      if (this.#ended.signal.aborted) return settle(release(claim));
      settle(await send(claim, make, route));
    } catch (error) {
      log.error({ message: claim.id, reason: (error as Error).message }, 'mail could not be tried');
      settle(release(claim, MAKE_AGAIN_SECONDS));
    } finally {
      room.release();
    }
  }

  #roomOf(route: Route): Semaphore {
    const name = `${route.teamId} ${route.transportId}`;
    let room = this.#rooms.get(name);
    if (!room) {
      room = new Semaphore(() => this.#options.width(route));
      this.#rooms.set(name, room);
    }
    return room;
  }
}
