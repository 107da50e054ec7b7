import { setTimeout as sleep } from 'node:timers/promises';
import { WakeSignal } from '../async/wake-signal.ts';
import type { Config } from '../config.ts';
import type { Links } from '../crypto/links.ts';
import type { ReturnPaths } from '../crypto/return-paths.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Connection } from '../database/connect.ts';
import type { Claim } from '../domain/ledger/claim.ts';
import { claimCampaignMessages, claimMails, extendLeases } from '../domain/ledger/claim-messages.ts';
import type { Settlement } from '../domain/ledger/write-ledger.ts';
import type { PubSub } from '../live/pubsub.ts';
import type { Log } from '../log.ts';
import { PreparedCampaigns } from './build/campaign/prepared-campaigns.ts';
import { loadBuilders, type MessageBuilder } from './build/message-builder.ts';
import { LedgerWriter } from './ledger-writer.ts';
import { CampaignMonitor } from './record/campaign-monitor.ts';
import { HardBounces } from './record/hard-bounces.ts';
import { reportFailures } from './record/report-failures.ts';
import { SendQueue } from './send-queue.ts';
import { attempt, type Means, release, unlessPartlySent, waitOrGiveUp } from './settlements.ts';
import { MessageSigner } from './signing/message-signer.ts';
import { loadSendRoutes, type Route } from './throttle/send-route.ts';
import type { Transport } from './transports/transport.ts';
import { TransportRouter } from './transports/transport-router.ts';

export interface Delivery {
  /** Claims no more, finishes what is on its way (8 s at most) and puts the rest back into the queue. */
  stop(): Promise<void>;
}

export interface DeliveryOptions {
  connection: Connection;
  pubsub: Pick<PubSub, 'on' | 'presence'>;
  config: Pick<Config, 'mailRetrySeconds' | 'bulkRetrySeconds' | 'privateTransports'>;
  links: Links;
  /** Absent: bounces go to the sender. */
  returnPaths?: ReturnPaths;
  vault: Vault;
  log: Log;
  /** The installation's own: for teams that have none. Closed by whoever made it, once stopped. */
  transport: Transport;
}

const LEASE_SECONDS = 20;
const STOP_MS = 8_000;
const BULK_CHUNK = 200;
/** However many transports there are: a mail is held with its attachments. */
const MAX_URGENT = 1_000;

const isBulk = ({ kind }: Claim): boolean => kind === 'campaign';

/**
 * Sends what is due, from now until it is stopped: claims some messages at a time, makes them, hands them over, writes
 * down what became of them. Mails that somebody waits for and the messages of campaigns go in lanes of their own. Any
 * number of processes may do so side by side. Neither the database nor the mail server being away ends it.
 */
export function startDelivery(options: DeliveryOptions): Delivery {
  const { pubsub, config, links, returnPaths, vault, log, transport } = options;
  const { db } = options.connection;
  const signatures = new MessageSigner(db, vault, log);
  const workshop = { db, links, campaigns: new PreparedCampaigns(db) };
  const keeper = new CampaignMonitor(db, log);
  const ways = new TransportRouter({ db, vault, config, log, fallback: transport });
  const refusals = new HardBounces(db, log);
  const ended = new WakeSignal();
  const settle = (settlement: Settlement) => turnstile.settle(unlessPartlySent(settlement));

  const turnstile = new LedgerWriter({
    ...{ db, log, size: () => ways.concurrency, leaseSeconds: LEASE_SECONDS },
    onSettled: (settlement, written) => {
      laneOf(settlement.claim).settled(settlement);
      if (written) keeper.note(settlement);
      if (written) refusals.note(settlement);
      if (written) reportFailures(log, settlement);
      ended.wake();
    },
  });

  const begin: Means['begin'] = (claim, message) => turnstile.startSending({ claim, recipients: message.envelope.to });

  const seal: Means['seal'] = async (claim, message) => {
    const signed = await signatures.sign(claim.teamId, message);
    return returnPaths ? { ...signed, envelope: { ...signed.envelope, from: returnPaths.address(claim) } } : signed;
  };

  const retriesOf = (claim: Claim) => (isBulk(claim) ? config.bulkRetrySeconds : config.mailRetrySeconds);

  const admit = async (claims: readonly Claim[]) => {
    const going = new Map<Claim, Route>();
    const routed = (await loadSendRoutes(db, claims)).map((item) => ({ ...item, isBulk: isBulk(item.claim) }));
    for (const { item, delaySeconds, failsFor = 0 } of await ways.admit(routed)) {
      const { claim } = item;
      if (delaySeconds === 0) going.set(claim, item.route);
      else settle(waitOrGiveUp(claim, { delaySeconds, failsFor, retrySeconds: retriesOf(claim) }));
    }
    return going;
  };

  const hold = { leaseSeconds: LEASE_SECONDS, holder: pubsub.presence };
  const send = async (claim: Claim, make: MessageBuilder, route: Route): Promise<Settlement> => {
    const delay = ways.delayOf({ route, isBulk: isBulk(claim) });
    if (delay > 0) return release(claim, delay);
    return attempt(claim, make, { transport: ways.by(route), retrySeconds: retriesOf(claim), begin, seal });
  };
  const common = {
    admit,
    send,
    load: (claims: readonly Claim[]) => loadBuilders(claims, workshop),
    settle,
    log,
  };
  const urgent = new SendQueue({
    ...common,
    claim: (limit, busy) => claimMails(db, { limit, busy, ...hold }),
    chunk: 20,
    ...{
      max: () => Math.max(80, Math.min(ways.concurrency * 8, MAX_URGENT)),
      width: (route) => Math.max(40, ways.concurrencyOf(route) * 4),
    },
  });
  const bulk = new SendQueue({
    ...common,
    claim: (limit, busy) => claimCampaignMessages(db, { limit, busy, ...hold }),
    chunk: BULK_CHUNK,
    ...{ max: () => BULK_CHUNK * 6, width: (route) => ways.concurrencyOf(route) * 3 },
  });
  const lanes = [urgent, bulk];
  const laneOf = (claim: Claim) => (isBulk(claim) ? bulk : urgent);
  const held = () => lanes.flatMap((lane) => [...lane.held]);

  const renewal = setInterval(() => {
    const claims = held();
    if (claims.length === 0) return;
    const asked = performance.now();
    extendLeases(db, claims, LEASE_SECONDS).then(
      (ours) => turnstile.renewed(ours, asked),
      (error: Error) => log.warn({ reason: error.message }, 'leases cannot be renewed'),
    );
  }, LEASE_SECONDS * 250);
  const silence = pubsub.on('mail.queued', () => {
    for (const lane of lanes) lane.wake();
  });
  for (const lane of lanes) lane.start();

  async function stop(): Promise<void> {
    turnstile.stop();
    silence();
    const deadline = Date.now() + STOP_MS;
    const claimed = Promise.all(lanes.map((lane) => lane.stop()));
    await Promise.race([claimed, sleep(STOP_MS, undefined, { ref: false })]);
    ways.release();
    for (const claim of held()) if (!turnstile.hasBegun(claim)) turnstile.settle(release(claim));
    while (held().length > 0 && Date.now() < deadline) await ended.wait(100);
    clearInterval(renewal);
    await keeper.stop();
    await refusals.stop();
    turnstile.end();
    await signatures.close();
    await ways.close();
    const left = held().length;
    if (left > 0) log.warn({ mails: left }, 'stopped with mails on their way: their leases run out');
  }

  return { stop };
}
