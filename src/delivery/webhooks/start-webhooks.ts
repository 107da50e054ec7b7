import { setTimeout as sleep } from 'node:timers/promises';
import { coalesce } from '../../async/coalesce.ts';
import { TtlCache } from '../../async/ttl-cache.ts';
import { WakeSignal } from '../../async/wake-signal.ts';
import type { Config } from '../../config.ts';
import type { Vault } from '../../crypto/vault.ts';
import { databaseNow } from '../../database/clock.ts';
import type { Connection } from '../../database/connect.ts';
import { pollForWork, waitAfter } from '../../database/work-poller.ts';
import { claimWebhookDeliveries, dueWebhookDeliveries, findEndpoints } from '../../domain/webhooks/claim-deliveries.ts';
import type { ClaimedWebhookDelivery } from '../../domain/webhooks/delivery.ts';
import { announceWebhookDeliveries } from '../../domain/webhooks/live-deliveries.ts';
import { ANSWER_MS } from '../../domain/webhooks/send-once.ts';
import { type Settlement, settleWebhookDeliveries } from '../../domain/webhooks/settle-deliveries.ts';
import { readSigning } from '../../domain/webhooks/signing-webhooks.ts';
import { stepSecrets } from '../../domain/webhooks/step-secrets.ts';
import type { Log } from '../../log.ts';
import { webhookAttempts } from '../../metrics/metrics.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { EndpointSlots, QUICK_MS } from './endpoint-slots.ts';
import { noteOutcomes } from './note-outcomes.ts';
import { notSent, sendWebhookDelivery } from './send-webhook-delivery.ts';

export interface Webhooks {
  /** Claims no more deliveries, and waits up to 5 s for those in transit. Others become due again. */
  stop(): Promise<void>;
}

export interface WebhooksOptions {
  config: Pick<Config, 'publicUrl'>;
  connection: Connection;
  outbound: Outbound;
  vault: Vault;
  log: Log;
}

const POLL_MS = 1_000;
const BACK_OFF_MS = 5_000;
const STOP_MS = 5_000;
const SETTLED_TOGETHER = 200;

/** Longer than an answer may take: a delivery that becomes due again was lost with its worker. */
const LEASE_SECONDS = 2 * (ANSWER_MS / 1_000);

const SECRETS = { milliseconds: 15_000, max: 1_000 };

/**
 * Sends due webhook deliveries until it is stopped. Any number of processes may run this at the same time: each delivery arrives
 * at least once, always with the same id. It survives database outages.
 */
export function startWebhooks({ config, connection: { db }, outbound, vault, log }: WebhooksOptions): Webhooks {
  const slots = new EndpointSlots();
  const secrets = new TtlCache<string[]>(SECRETS);
  const wake = new WakeSignal();
  const stopping = new AbortController();
  const settle = coalesce(
    async (settlements: readonly Settlement[]) => {
      await noteOutcomes(db, settlements, { log, publicUrl: config.publicUrl });
      await settleWebhookDeliveries(db, settlements);
      for (const settlement of settlements) countAttempt(settlement);
      await announceWebhookDeliveries(db, settlements).catch(() => {}); // already recorded
      return settlements.map(() => true);
    },
    { max: SETTLED_TOGETHER, parallel: 1 },
  );
  const unwatch = pollForWork(db, { what: dueWebhookDeliveries(db), everyMs: POLL_MS, wake: () => wake.wake() });
  const working = work();

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const from = performance.now();
        if ((await sendSome()) === 0) await wake.wait(waitAfter(db, performance.now() - from, POLL_MS));
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'cannot claim webhook deliveries; trying again');
        await sleep(BACK_OFF_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  /** Returns how many deliveries were claimed. */
  async function sendSome(): Promise<number> {
    if (slots.isFull) return 0;
    const rooms = slots.rooms(await findEndpoints(db, MOST_ENDPOINTS));
    if (rooms.length === 0) return 0;
    const claimed = await claimWebhookDeliveries(db, rooms, LEASE_SECONDS);
    const signing = await readSigning(db, vault, claimed);
    for (const delivery of claimed) void send(delivery, signing);
    return claimed.length;
  }

  async function send(delivery: ClaimedWebhookDelivery, signing: ReadonlyMap<string, string[]>): Promise<void> {
    const { id, webhookId } = delivery;
    const leave = slots.enter(delivery);
    let isGood = false;
    try {
      const signedWith = webhookId === null ? await secretsOfSteps(delivery) : signing.get(webhookId);
      const settlement = signedWith
        ? await sendWebhookDelivery(delivery, { db, outbound, secrets: signedWith })
        : notSent(delivery, databaseNow(db));
      const { attempt, state } = settlement;
      isGood = !signedWith || (state === 'delivered' && attempt.milliseconds < QUICK_MS);
      await settle(settlement);
      if (state === 'failed')
        log.warn({ delivery: id, status: attempt.status, reason: attempt.error }, 'a webhook delivery failed');
    } catch (error) {
      log.error(
        { delivery: id, reason: (error as Error).message },
        'cannot record a webhook delivery; it will be sent again',
      );
    } finally {
      leave(isGood);
      wake.wake();
    }
  }

  const secretsOfSteps = ({ teamId }: ClaimedWebhookDelivery): Promise<string[]> =>
    secrets.get(String(teamId), () => stepSecrets(db, vault, teamId));

  return {
    stop: async () => {
      stopping.abort();
      unwatch();
      wake.wake();
      await working;
      const deadline = performance.now() + STOP_MS;
      while (slots.count > 0 && performance.now() < deadline) await wake.wait(100);
      if (slots.count > 0) log.warn({ deliveries: slots.count }, 'stopped while sending webhook deliveries');
    },
  };
}

/** How many endpoints are considered at a time. */
const MOST_ENDPOINTS = 2_000;

/** Counts an attempt, and how long it took. */
function countAttempt({ delivery, attempt, state }: Settlement): void {
  const outcome = state === 'pending' ? 'deferred' : state;
  const origin = delivery.webhookId === null ? 'automation' : 'webhook';
  webhookAttempts.observe({ origin, outcome }, attempt.milliseconds / 1_000);
}
