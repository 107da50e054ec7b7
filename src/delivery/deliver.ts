import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Connection } from '../database/connect.ts';
import type { Claim } from '../domain/sending/claim.ts';
import { claimDue, claimOfCampaigns, extendLeases } from '../domain/sending/ledger.ts';
import type { Settlement } from '../domain/sending/turn.ts';
import type { Links } from '../links.ts';
import type { Log } from '../log.ts';
import type { PubSub } from '../pubsub.ts';
import type { ReturnPaths } from '../return-paths.ts';
import type { Vault } from '../vault.ts';
import { attempt, type Means, release } from './attempt.ts';
import { Bell } from './bell.ts';
import { CampaignKeeper } from './campaign/campaign-keeper.ts';
import { PreparedCampaigns } from './campaign/prepared-campaigns.ts';
import { Lane } from './lane.ts';
import { loadMakers } from './makers.ts';
import { Refusals } from './refusals.ts';
import { reportFailures } from './report.ts';
import { Signatures } from './signatures.ts';
import type { Transport } from './transports/transport.ts';
import { Turnstile } from './turnstile.ts';

export interface Delivery {
  /** Claims no more, finishes what is on its way (8 s at most) and puts the rest back into the queue. */
  stop(): Promise<void>;
}

export interface DeliveryOptions {
  connection: Connection;
  pubsub: Pick<PubSub, 'on' | 'presence'>;
  config: Pick<Config, 'mailRetrySeconds' | 'bulkRetrySeconds'>;
  links: Links;
  /** Absent: bounces go to the sender. */
  returnPaths?: ReturnPaths;
  vault: Vault;
  log: Log;
  /** Closed by whoever made it, once stopped. */
  transport: Transport;
}

const LEASE_SECONDS = 20;
const STOP_MS = 8_000;
const BULK_CHUNK = 200;

/**
 * Sends what is due, from now until it is stopped: claims some messages at a time, makes them, hands them over, writes
 * down what became of them. Mails that somebody waits for and the messages of campaigns go in lanes of their own. Any
 * number of processes may do so side by side. Neither the database nor the mail server being away ends it.
 */
export function startDelivery(options: DeliveryOptions): Delivery {
  const { pubsub, config, links, returnPaths, vault, log, transport } = options;
  const { db } = options.connection;
  const { concurrency } = transport;
  const signatures = new Signatures(db, vault, log);
  const workshop = { db, links, campaigns: new PreparedCampaigns(db) };
  const keeper = new CampaignKeeper(db, log);
  const refusals = new Refusals(db, log);
  const ended = new Bell();

  const turnstile = new Turnstile({
    ...{ db, log, size: concurrency, leaseSeconds: LEASE_SECONDS },
    onSettled: (settlement, written) => {
      laneOf(settlement.claim).settled(settlement.claim);
      if (written) keeper.note(settlement);
      if (written) refusals.note(settlement);
      if (written) reportFailures(log, settlement);
      ended.ring();
    },
  });

  const begin: Means['begin'] = (claim, message) => turnstile.depart({ claim, recipients: message.envelope.to });

  const seal: Means['seal'] = async (claim, message) => {
    const signed = await signatures.sign(claim.teamId, message);
    return returnPaths ? { ...signed, envelope: { ...signed.envelope, from: returnPaths.address(claim) } } : signed;
  };

  const common = {
    load: (claims: readonly Claim[]) => loadMakers(claims, workshop),
    settle: (settlement: Settlement) => turnstile.settle(settlement),
    log,
  };
  const hold = { leaseSeconds: LEASE_SECONDS, holder: pubsub.presence };
  const urgent = new Lane({
    ...common,
    claim: (limit) => claimDue(db, { limit, ...hold }),
    send: (claim, make) => attempt(claim, make, { transport, retrySeconds: config.mailRetrySeconds, begin, seal }),
    chunk: 20,
    ...{ most: Math.max(40, concurrency * 4), width: Math.max(40, concurrency * 4) },
  });
  const bulk = new Lane({
    ...common,
    claim: (limit) => claimOfCampaigns(db, { limit, ...hold }),
    send: (claim, make) => attempt(claim, make, { transport, retrySeconds: config.bulkRetrySeconds, begin, seal }),
    chunk: BULK_CHUNK,
    ...{ most: BULK_CHUNK * 3, width: concurrency * 3 },
  });
  const lanes = [urgent, bulk];
  const laneOf = ({ kind }: Claim) => (kind === 'campaign' ? bulk : urgent);
  const held = () => lanes.flatMap((lane) => [...lane.held]);

  const renewal = setInterval(() => {
    const claims = held();
    if (claims.length === 0) return;
    extendLeases(db, claims, LEASE_SECONDS).catch((error: Error) => {
      log.warn({ reason: error.message }, 'leases cannot be renewed');
    });
  }, LEASE_SECONDS * 250);
  const silence = pubsub.on('mail.queued', () => {
    for (const lane of lanes) lane.ring();
  });
  for (const lane of lanes) lane.start();

  async function stop(): Promise<void> {
    turnstile.stop();
    silence();
    const deadline = Date.now() + STOP_MS;
    const claimed = Promise.all(lanes.map((lane) => lane.stop()));
    await Promise.race([claimed, sleep(STOP_MS, undefined, { ref: false })]);
    for (const claim of held()) if (!turnstile.hasBegun(claim)) turnstile.settle(release(claim));
    while (held().length > 0 && Date.now() < deadline) await ended.wait(100);
    clearInterval(renewal);
    await keeper.stop();
    await refusals.stop();
    turnstile.end();
    const left = held().length;
    if (left > 0) log.warn({ mails: left }, 'stopped with mails on their way: their leases run out');
  }

  return { stop };
}
