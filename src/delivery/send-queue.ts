import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore } from '../async/semaphore.ts';
import { WakeSignal } from '../async/wake-signal.ts';
import type { Claim } from '../domain/ledger/claim.ts';
import type { Settlement } from '../domain/ledger/write-ledger.ts';
import type { SendRoute } from '../domain/transports/send-route.ts';
import type { Log } from '../log.ts';
import { type BuildContext, loadBuilders } from './build/message-builder.ts';
import { deliverMessage, type LoadedMessage, type SendSteps } from './deliver-message.ts';
import { FairShare } from './fair-share.ts';
import { release, waitOrGiveUp } from './record/settlements.ts';
import { loadRoutes } from './throttle/load-routes.ts';

export interface SendQueueOptions extends SendSteps {
  /** Claims up to so many messages, none of the teams that are busy. */
  claim(limit: number, busyTeams: readonly number[]): Promise<Claim[]>;
  context: BuildContext;
  log: Log;
  /** Messages that are claimed together, and held at most by all teams. */
  chunk: number;
  max(): number;
  /** Messages that a team has built at once for one transport: a slow one takes no places of the others. */
  width(route: SendRoute): number;
}

const POLL_MS = 1_000;
const BACK_OFF_MS = [500, 1_000, 2_000, 5_000];
const TRY_AGAIN_SECONDS = 5;

/**
 * The messages of some kinds, from claim to settlement: claim → throttle → load, some at a time, then each by itself (see
 * deliver-message.ts). Every claim is handed to the ledger writer in the end, whatever happens.
 */
export class SendQueue {
  readonly #options: SendQueueOptions;
  readonly #share: FairShare;
  readonly #building = new Map<string, Semaphore>();
  readonly #signal = new WakeSignal();
  readonly #stopped = new AbortController();
  #working: Promise<void> | undefined;

  constructor(options: SendQueueOptions) {
    this.#options = options;
    this.#share = new FairShare(options.max);
  }

  /** Claimed and not settled yet. */
  get held(): ReadonlySet<Claim> {
    return this.#share.held;
  }

  start(): void {
    this.#working = this.#work();
  }

  /** There may be something to do. */
  wake(): void {
    this.#signal.wake();
  }

  /** What became of a message of this queue is written down, or the message is somebody else's. */
  recorded(settlement: Settlement): void {
    const isDue = 'delaySeconds' in settlement && settlement.delaySeconds === 0;
    if (this.#share.remove(settlement.claim) || isDue) this.#signal.wake();
  }

  /** Claims no more. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#signal.wake();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { chunk, log } = this.#options;
    const { signal } = this.#stopped;
    let failures = 0;
    while (!signal.aborted) {
      const limit = Math.min(this.#share.available, chunk);
      try {
        const isIdle = limit === 0 || (await this.#deliverSome(limit)) === 0;
        failures = 0;
        if (isIdle && !signal.aborted) await this.#signal.wait(POLL_MS);
      } catch (error) {
        const pause = BACK_OFF_MS[Math.min(failures++, BACK_OFF_MS.length - 1)]!;
        log.error({ reason: (error as Error).message }, 'mails cannot be claimed; trying again');
        await sleep(pause, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Gives how many were claimed. */
  async #deliverSome(limit: number): Promise<number> {
    const { claim, context, ledger } = this.#options;
    const claims = await claim(limit, this.#share.busyTeams);
    if (claims.length === 0) return 0;
    for (const one of claims) this.#share.add(one);
    try {
      const routes = await this.#throttle(claims);
      const builders = await loadBuilders([...routes.keys()], context);
      for (const [claim, route] of routes) {
        const build = builders.get(claim);
        if (build) void this.#deliver({ claim, route, build });
        else ledger.record(release(claim)); // deleted since: there is no row to release either
      }
    } catch (error) {
      for (const one of claims) ledger.record(release(one));
      throw error;
    }
    return claims.length;
  }

  /** The claims that may go now, with their routes; the others go back to wait. */
  async #throttle(claims: readonly Claim[]): Promise<Map<Claim, SendRoute>> {
    const { throttle, ledger, context, retrySecondsOf } = this.#options;
    const going = new Map<Claim, SendRoute>();
    for (const { item, delaySeconds, failingFor = 0 } of await throttle.admit(await loadRoutes(context.db, claims))) {
      const { claim, route } = item;
      if (delaySeconds === 0) going.set(claim, route);
      else ledger.record(waitOrGiveUp(claim, { delaySeconds, failingFor, retrySeconds: retrySecondsOf(claim) }));
    }
    return going;
  }

  async #deliver(message: LoadedMessage): Promise<void> {
    const { ledger, log } = this.#options;
    const { claim } = message;
    const building = this.#buildingFor(message.route);
    await building.acquire();
    try {
      const isStopped = this.#stopped.signal.aborted;
      ledger.record(isStopped ? release(claim) : await deliverMessage(message, this.#options));
    } catch (error) {
      log.error({ message: claim.id, reason: (error as Error).message }, 'mail could not be tried');
      ledger.record(release(claim, TRY_AGAIN_SECONDS));
    } finally {
      building.release();
    }
  }

  #buildingFor(route: SendRoute): Semaphore {
    const name = `${route.teamId} ${route.transportId}`;
    const known = this.#building.get(name) ?? new Semaphore(() => this.#options.width(route));
    this.#building.set(name, known);
    return known;
  }
}
