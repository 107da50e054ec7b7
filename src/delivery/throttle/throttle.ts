import type { Database } from '../../database/connect.ts';
import { type Claim, isBulk } from '../../domain/ledger/claim.ts';
import { routeKey, type SendRoute } from '../../domain/transports/send-route.ts';
import type { Log } from '../../log.ts';
import { OutcomeRecorder } from '../record/outcome-recorder.ts';
import type { Outcome } from '../transports/transport.ts';
import type { TransportCache } from '../transports/transport-cache.ts';
import type { TransportPool } from '../transports/transport-pool.ts';
import { DomainQueues } from './domain-queues.ts';
import { RetryPacer } from './retry-pacer.ts';
import { type Admitted, SendLimits } from './send-limits.ts';

/** A message's slot among those to its domain: held from before it has a connection until it is through. */
export interface SendSlot {
  kind: 'slot';
  /** The server is being handed the message: from here on it may turn out to be slow. */
  begin(): void;
  /** The message is through; absent: nothing was tried. */
  leave(outcome: Outcome | undefined): void;
}

interface Routed {
  claim: Claim;
  route: SendRoute;
}

/** Not all at once when a pause is over. */
const afterPause = (seconds: number): number => seconds * (1 + Math.random() / 5) + Math.random() * 2;

/**
 * Says when a message may go: not while its transport or its domain is paused, not over the limits of either, and so many
 * at once to one domain. What becomes of messages makes and ends the pauses.
 */
export class Throttle {
  readonly #cache: TransportCache;
  readonly #transports: TransportPool;
  readonly #limits: SendLimits;
  readonly #queues: DomainQueues;
  readonly #pacer = new RetryPacer();
  readonly #outcomes: OutcomeRecorder;

  constructor(db: Database, cache: TransportCache, transports: TransportPool, log: Log) {
    this.#cache = cache;
    this.#transports = transports;
    this.#limits = new SendLimits(db, cache, this.#pacer);
    this.#queues = new DomainQueues(cache);
    this.#outcomes = new OutcomeRecorder((outcomes) => cache.record(outcomes), log);
  }

  /** Which messages may go now, with definite routes, and how long the others wait. A few statements for all. */
  async admit(messages: readonly Routed[]): Promise<Admitted<Routed>[]> {
    const routes = await this.#cache.resolve(messages.map(({ route }) => route));
    this.#transports.closeDeleted();
    return this.#limits.admit(
      messages.map(({ claim }, index) => ({ claim, route: routes[index]!, isBulk: isBulk(claim) })),
    );
  }

  /** Seconds after which a message had better come again, before any work is done on it; 0 when it may be built. */
  delayOf(claim: Claim, route: SendRoute): number {
    const pause = this.#cache.pauseOf(route);
    const delay = pause > 0 ? afterPause(pause) : this.#queues.delayOf(route, this.#transports.connectionsOf(route));
    return delay > 0 && isBulk(claim) ? this.#pacer.next(routeKey(route), delay) : delay;
  }

  /** Waits for a slot; `withdrawn` when there is none soon. */
  async enter(route: SendRoute): Promise<SendSlot | Extract<Outcome, { kind: 'withdrawn' }>> {
    const slot = await this.#queues.enter(route, this.#transports.connectionsOf(route));
    if (typeof slot === 'number') return { kind: 'withdrawn', delaySeconds: slot };
    const pause = this.#cache.pauseOf(route);
    if (pause > 0) {
      slot.leave(false);
      return { kind: 'withdrawn', delaySeconds: afterPause(pause) };
    }
    return {
      kind: 'slot',
      begin: () => slot.begin(),
      leave: (outcome) => {
        slot.leave(outcome?.kind === 'accepted');
        if (outcome && outcome.kind !== 'withdrawn') this.#outcomes.add({ route, outcome: outcome.kind, ...outcome });
      },
    };
  }

  /** Sends away what waits behind others of its domain. */
  release(): void {
    this.#queues.close();
  }

  /** Once all that became of messages is recorded. */
  close(): Promise<void> {
    return this.#outcomes.flush();
  }
}
