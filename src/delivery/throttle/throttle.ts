import type { Database } from '../../database/connect.ts';
import { type Claim, isBulk } from '../../domain/ledger/claim.ts';
import type { SendRoute } from '../../domain/transports/send-route.ts';
import type { Log } from '../../log.ts';
import { domainOf } from '../../validation/email.ts';
import { OutcomeRecorder } from '../record/outcome-recorder.ts';
import type { Outcome } from '../transports/transport.ts';
import type { TransportCache } from '../transports/transport-cache.ts';
import type { TransportPool } from '../transports/transport-pool.ts';
import { DomainQueues, type Urgency } from './domain-queues.ts';
import { RetryPacer } from './retry-pacer.ts';
import { type Admitted, afterPause, SendLimits } from './send-limits.ts';

/** A message's slot among those to its domain, from before it has a connection until it is done. */
export interface SendSlot {
  kind: 'slot';
  /** The message is being handed to the server. From now on it may become slow. */
  begin(): void;
  /** The message is done. Undefined: nothing was tried. */
  leave(outcome: Outcome | undefined): void;
}

interface Routed {
  claim: Claim;
  route: SendRoute;
}

const urgencyOf = (claim: Claim): Urgency => (isBulk(claim) ? 'bulk' : 'urgent');

/**
 * Decides when a message may be sent: not while its transport or domain is paused, not above the limits of either, and only a few
 * at once to one domain. The outcomes of messages start and end pauses.
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
    this.#outcomes = new OutcomeRecorder((outcomes) => cache.record(outcomes), log);
    this.#queues = new DomainQueues(cache, (route, seconds) =>
      this.#outcomes.add({ route, outcome: 'silent', seconds }),
    );
  }

  /** Resolves routes, and decides which messages may be sent now and how long the others wait. Takes a few statements. */
  async admit(messages: readonly Routed[]): Promise<Admitted<Routed>[]> {
    const routes = await this.#cache.resolve(messages.map(({ route }) => route));
    this.#transports.closeDeleted();
    return this.#limits.admit(
      messages.map(({ claim }, index) => ({ claim, route: routes[index]!, isBulk: isBulk(claim) })),
    );
  }

  /** The retry delay of a message before any work is done on it, in seconds; 0 when it may be built. */
  delayOf(claim: Claim, route: SendRoute): number {
    const pause = this.#cache.pauseOf(route, isBulk(claim));
    const delay =
      pause > 0
        ? afterPause(pause, isBulk(claim))
        : this.#queues.delayOf(route, this.#transports.connectionsOf(route), urgencyOf(claim));
    return delay > 0 ? this.#pacer.next(route, isBulk(claim), delay) : delay;
  }

  /** Waits for a slot. Returns `withdrawn` when none is free soon. */
  async enter(
    route: SendRoute,
    claim: Claim,
    sender: string,
  ): Promise<SendSlot | Extract<Outcome, { kind: 'withdrawn' }>> {
    const connections = this.#transports.connectionsOf(route);
    const slot = await this.#queues.enter(route, connections, urgencyOf(claim));
    if (typeof slot === 'number') return { kind: 'withdrawn', delaySeconds: slot };
    const pause = this.#cache.pauseOf(route, isBulk(claim));
    if (pause > 0) {
      slot.leave(false);
      return { kind: 'withdrawn', delaySeconds: afterPause(pause, isBulk(claim)) };
    }
    return {
      kind: 'slot',
      begin: () => slot.begin(),
      leave: (outcome) => {
        slot.leave(outcome?.kind === 'accepted');
        if (!outcome || outcome.kind === 'withdrawn') return;
        this.#outcomes.add({
          route,
          outcome: outcome.kind,
          ...outcome,
          isFirst: claim.failures === 0,
          sendingDomain: domainOf(sender),
        });
      },
    };
  }

  /** Makes messages that wait for a slot retry later. */
  release(): void {
    this.#queues.close();
  }

  /** Resolves when all outcomes are recorded. */
  close(): Promise<void> {
    return this.#outcomes.flush();
  }
}
