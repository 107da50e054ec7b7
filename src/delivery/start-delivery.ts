import { setTimeout as sleep } from 'node:timers/promises';
import { WakeSignal } from '../async/wake-signal.ts';
import type { Config } from '../config.ts';
import type { Links } from '../crypto/links.ts';
import type { ReturnPaths } from '../crypto/return-paths.ts';
import type { UnsubscribeAddresses } from '../crypto/unsubscribe-addresses.ts';
import type { Vault } from '../crypto/vault.ts';
import { type Connection, sql } from '../database/connect.ts';
import { PreparedCampaigns } from '../domain/campaigns/compose/prepared-campaigns.ts';
import { AUTOMATION_EMAILS, type Claim, isBulk, URGENT } from '../domain/ledger/claim.ts';
import { claimBulk, claimMails } from '../domain/ledger/claim-messages.ts';
import { WAITING_CAMPAIGNS } from '../domain/ledger/find-campaigns.ts';
import { waitingMails } from '../domain/ledger/find-waiting.ts';
import type { PubSub } from '../live/pubsub.ts';
import type { Log } from '../log.ts';
import { Outbound } from '../outbound/outbound.ts';
import { CampaignMonitor } from './campaign/campaign-monitor.ts';
import { Gates } from './gate/gates.ts';
import { Routes } from './gate/routes.ts';
import { BULK_CHUNK, URGENT_CHUNK } from './gate/sizes.ts';
import { HardBounces } from './record/hard-bounces.ts';
import { LedgerWriter } from './record/ledger-writer.ts';
import { MessageCounter } from './record/message-counter.ts';
import { OutcomeCounter } from './record/outcome-counter.ts';
import { logFailures, release } from './record/settlements.ts';
import { LEASE_SECONDS, renewLeases } from './renew-leases.ts';
import { SendQueue } from './send-queue.ts';
import { MessageSigner } from './signing/message-signer.ts';
import type { Transport } from './transports/transport.ts';
import { TransportPool } from './transports/transport-pool.ts';

export interface Delivery {
  /**
   * Stops claiming, waits for the answers to messages being sent (5 s at most), records what is known of them, and returns the others to
   * the queue.
   */
  stop(): Promise<void>;
}

export interface DeliveryOptions {
  connection: Connection;
  pubsub: Pick<PubSub, 'on' | 'presence'>;
  config: Pick<Config, 'mailRetrySeconds' | 'bulkRetrySeconds' | 'privateTransports'>;
  links: Links;
  /** Absent: bounces go to the sender. */
  returnPaths?: ReturnPaths;
  /** Absent: the unsubscribe header has no address. */
  unsubscribeAddresses?: UnsubscribeAddresses;
  vault: Vault;
  /** Renews access tokens. Default: one that reaches only the public internet. */
  outbound?: Outbound;
  log: Log;
  /** The installation's transport, for teams without one. The caller closes it after `stop`. */
  transport: Transport;
}

/** The other steps of stopping, including an embedded PostgreSQL on a slow machine, have four seconds. */
const STOP_MS = 5_000;
/** For recording messages whose servers have not answered by then. */
const LAST_WRITES_MS = 1_000;

/**
 * Sends due messages until it is stopped. Urgent e-mails and bulk messages have separate queues. Any number of processes may
 * run this at the same time. It survives outages of the database and of mail servers.
 */
export function startDelivery({ connection: { db }, pubsub, config, ...options }: DeliveryOptions): Delivery {
  const {
    links,
    returnPaths,
    unsubscribeAddresses,
    vault,
    log,
    transport: fallback,
    outbound = new Outbound([]),
  } = options;
  const routes = new Routes(db);
  const transports = new TransportPool({
    db,
    vault,
    log,
    routes,
    fallback,
    outbound,
    config: { privateTransports: config.privateTransports, publicUrl: links.publicUrl },
  });
  const gates = new Gates(db, routes, transports, log);
  const signer = new MessageSigner({ db, vault, log, returnPaths });
  const campaigns = new CampaignMonitor(db, log);
  const hardBounces = new HardBounces(db, log);
  const outcomes = new OutcomeCounter(db, log, (settlement) => campaigns.note(settlement));
  const counter = new MessageCounter();
  const recorded = new WakeSignal();
  const ledger = new LedgerWriter({
    db,
    log,
    leaseSeconds: LEASE_SECONDS,
    size: gates.sizes.inTransit,
    onRecorded: (settlement, isWritten) => {
      queueOf(settlement.claim).recorded(settlement);
      if (isWritten) for (const observer of [outcomes, hardBounces, counter]) observer.note(settlement);
      if (isWritten) logFailures(log, settlement);
      recorded.wake();
    },
  });

  const common = {
    gates,
    signer,
    ledger,
    counter,
    log,
    context: { db, links, unsubscribeAddresses, campaigns: new PreparedCampaigns(db, links.picturesUrl) },
    retrySecondsOf: (claim: Claim) => (isBulk(claim) ? config.bulkRetrySeconds : config.mailRetrySeconds),
  };
  const lease = { leaseSeconds: LEASE_SECONDS, holder: pubsub.presence };
  const urgent = new SendQueue({
    ...common,
    claim: (limit, busy, teams) => claimMails(db, { limit, busy, teams, ...lease }),
    waiting: waitingMails(db, URGENT),
    chunk: URGENT_CHUNK,
    isBulk: false,
  });
  const bulk = new SendQueue({
    ...common,
    claim: (limit, busy, teams) => claimBulk(db, { limit, busy, teams, ...lease }),
    waiting: sql`${waitingMails(db, AUTOMATION_EMAILS)} union all ${WAITING_CAMPAIGNS}`,
    chunk: BULK_CHUNK,
    isBulk: true,
  });
  const queues = [urgent, bulk];
  const queueOf = (claim: Claim) => (isBulk(claim) ? bulk : urgent);
  const held = () => queues.flatMap((queue) => [...queue.held]);

  const stopRenewing = renewLeases(db, held, ledger, log);
  const stopListening = pubsub.on('mail.queued', (notice) => (notice.bulk ? bulk : urgent).wake(notice.teamId));
  for (const queue of queues) queue.start();

  async function stop(): Promise<void> {
    ledger.stop();
    stopListening();
    const untilSettled = async (deadline: number) => {
      while (held().length > 0 && Date.now() < deadline) await recorded.wait(100);
    };
    const deadline = Date.now() + STOP_MS;
    const claimed = Promise.all(queues.map((queue) => queue.stop()));
    await Promise.race([claimed, sleep(STOP_MS, undefined, { ref: false })]);
    gates.sendAway();
    for (const claim of held()) if (!ledger.hasStarted(claim)) ledger.record(release(claim));
    await untilSettled(deadline);
    if (held().length > 0) {
      await Promise.all([transports.close(), fallback.close()]);
      await untilSettled(Date.now() + LAST_WRITES_MS);
    }
    stopRenewing();
    await outcomes.stop();
    await campaigns.stop();
    await hardBounces.stop();
    ledger.end();
    await signer.close();
    await gates.close();
    await transports.close();
    const left = held().length;
    if (left > 0) log.warn({ mails: left }, 'stopped while sending e-mails; their leases will expire');
  }

  return { stop };
}
