import { setTimeout as sleep } from 'node:timers/promises';
import type { Claim } from '../domain/sending/claim.ts';
import type { Settlement } from '../domain/sending/turn.ts';
import type { Log } from '../log.ts';
import { release } from './attempt.ts';
import { Bell } from './bell.ts';
import type { Maker } from './makers.ts';
import { Room } from './room.ts';
import type { Route } from './route.ts';

export interface LaneOptions {
  /** Claims up to so many messages. */
  claim(limit: number): Promise<Claim[]>;
  /** Gives those of the claims that may go now, each with its route; puts the others back. */
  admit(claims: readonly Claim[]): Promise<Map<Claim, Route>>;
  load(claims: readonly Claim[]): Promise<Map<Claim, Maker>>;
  send(claim: Claim, make: Maker, route: Route): Promise<Settlement>;
  settle(settlement: Settlement): void;
  log: Log;
  /** Messages that are claimed together, and held at most. */
  chunk: number;
  most(): number;
  /** Messages that are worked on at once by one transport: one that makes us wait takes no places of the others. */
  width(route: Route): number;
}

const POLL_MS = 1_000;
const BACK_OFF_MS = [500, 1_000, 2_000, 5_000];
const MAKE_AGAIN_SECONDS = 5;

/** Claims messages a few at a time, makes them and hands them over, until it is stopped. */
export class Lane {
  /** Claimed and not settled yet. */
  readonly held = new Set<Claim>();
  readonly #options: LaneOptions;
  readonly #rooms = new Map<string | null, Room>();
  readonly #bell = new Bell();
  readonly #ended = new AbortController();
  #working: Promise<void> | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  start(): void {
    this.#working = this.#work();
  }

  /** There may be something to do. */
  ring(): void {
    this.#bell.ring();
  }

  /** A message of this lane has come to its end. */
  settled(claim: Claim): void {
    this.held.delete(claim);
    this.#bell.ring();
  }

  /** Claims no more. */
  async stop(): Promise<void> {
    this.#ended.abort();
    this.#bell.ring();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { chunk, log } = this.#options;
    const { signal } = this.#ended;
    let troubles = 0;
    while (!signal.aborted) {
      const most = this.#options.most();
      const room = most - this.held.size;
      try {
        const enough = room < most / 2 || (await this.#claimSome(Math.min(room, chunk))) === 0;
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
    const claims = await claim(limit);
    for (const one of claims) this.held.add(one);
    try {
      if (claims.length === 0) return 0;
      const going = await admit(claims);
      const makers = going.size > 0 ? await load([...going.keys()]) : new Map<Claim, Maker>();
      for (const [one, route] of going) void this.#send(one, makers.get(one), route);
    } catch (error) {
      for (const one of claims) settle(release(one));
      throw error;
    }
    return claims.length;
  }

  async #send(claim: Claim, make: Maker | undefined, route: Route): Promise<void> {
    const { send, settle, log } = this.#options;
    if (!make) return settle(release(claim)); // deleted since: there is no row to release either
    const room = this.#roomOf(route);
    await room.enter();
    try {
      if (this.#ended.signal.aborted) return settle(release(claim));
      settle(await send(claim, make, route));
    } catch (error) {
      log.error({ message: claim.id, reason: (error as Error).message }, 'mail could not be tried');
      settle(release(claim, MAKE_AGAIN_SECONDS));
    } finally {
      room.leave();
    }
  }

  #roomOf(route: Route): Room {
    let room = this.#rooms.get(route.transportId);
    if (!room) {
      room = new Room(() => this.#options.width(route));
      this.#rooms.set(route.transportId, room);
    }
    return room;
  }
}
