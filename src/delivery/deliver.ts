import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Connection } from '../database/connect.ts';
import { beginSending, type Departure } from '../domain/sending/begin-sending.ts';
import type { Claim } from '../domain/sending/claim.ts';
import { claimDue, claimOfCampaigns, extendLeases } from '../domain/sending/ledger.ts';
import type { Settlement } from '../domain/sending/settle.ts';
import { gather } from '../gather.ts';
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
import { reportFailures } from './report.ts';
import { Room } from './room.ts';
import { loadRoutes, type Route } from './route.ts';
import { Settler } from './settler.ts';
import { Signatures } from './signatures.ts';
import type { Transport } from './transports/transport.ts';
import { type Crowd, Ways } from './ways.ts';

export interface Delivery {
  /** Claims no more, finishes what is on its way (8 s at most) and puts the rest back into the queue. */
  stop(): Promise<void>;
}

export interface DeliveryOptions {
  connection: Connection;
  pubsub: Pick<PubSub, 'on'>;
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
/** A process that was stopped for longer between its commit and the end of a message does not finish it. */
const DEPART_MS = (LEASE_SECONDS * 1_000) / 2;

const BULK_CHUNK = 200;

/**
 * Sends what is due, from now until it is stopped: claims some messages at a time, makes them, hands them over, writes
 * down what became of them. Mails that somebody waits for and the messages of campaigns go in lanes of their own. Any
 * number of processes may do so side by side. Neither the database nor the mail server being away ends it.
 */
export function startDelivery(options: DeliveryOptions): Delivery {
  const { pubsub, config, links, returnPaths, vault, log, transport } = options;
  const { db } = options.connection;
  const signatures = new Signatures(db, vault, log);
  const workshop = { db, links, campaigns: new PreparedCampaigns(db) };
  const keeper = new CampaignKeeper(db, log);
  const ways = new Ways({ db, vault, config, log, fallback: transport });
  /** Claims that may be on their way, and until when their first byte may leave: moments of `performance`. */
  const begun = new Map<Claim, number>();
  // A message that was accepted and is not written down yet takes up room too: after a kill it is sent again.
  const room = new Room(() => ways.concurrency);
  const ended = new Bell();
  let stopping = false;

  const settler = new Settler(db, log, (settlement, written) => {
    const { claim } = settlement;
    if (begun.delete(claim)) room.leave();
    laneOf(claim).settled(claim);
    if (written) keeper.note(settlement);
    if (written) reportFailures(log, settlement);
    ended.ring();
  });

  const depart = gather<Departure, boolean>((departures) => beginSending(db, departures, LEASE_SECONDS), {
    most: 500,
    parallel: 1,
  });

  const begin: Means['begin'] = async (claim, message) => {
    await room.enter();
    if (stopping) {
      room.leave();
      return undefined;
    }
    begun.set(claim, performance.now() + DEPART_MS); // first: from here on stopping leaves it alone
    const may = await depart({ claim, recipients: message.envelope.to });
    return may ? () => performance.now() <= (begun.get(claim) ?? 0) : undefined;
  };

  const seal: Means['seal'] = async (claim, message) => {
    const signed = await signatures.sign(claim.teamId, message);
    return returnPaths ? { ...signed, envelope: { ...signed.envelope, from: returnPaths.address(claim) } } : signed;
  };

  const admit = async (claims: readonly Claim[]) => {
    const going = new Map<Claim, Route>();
    for (const { item, delaySeconds } of await ways.admit(await loadRoutes(db, claims))) {
      if (delaySeconds === 0) going.set(item.claim, item.route);
      else settler.add(release(item.claim, delaySeconds));
    }
    return going;
  };

  const common = {
    admit,
    load: (claims: readonly Claim[]) => loadMakers(claims, workshop),
    settle: (settlement: Settlement) => settler.add(settlement),
    log,
  };
  const waited: Crowd = { share: 4, inside: new Map() };
  const many: Crowd = { share: 3, inside: new Map() };
  const urgent = new Lane({
    ...common,
    claim: (limit) => claimDue(db, { limit, leaseSeconds: LEASE_SECONDS }),
    send: (claim, make, route) =>
      attempt(claim, make, { transport: ways.by(route, waited), retrySeconds: config.mailRetrySeconds, begin, seal }),
    chunk: 20,
    ...{ most: () => Math.max(40, ways.concurrency * 4), width: () => Math.max(40, ways.concurrency * 4) },
  });
  const bulk = new Lane({
    ...common,
    claim: (limit) => claimOfCampaigns(db, { limit, leaseSeconds: LEASE_SECONDS }),
    send: (claim, make, route) =>
      attempt(claim, make, { transport: ways.by(route, many), retrySeconds: config.bulkRetrySeconds, begin, seal }),
    chunk: BULK_CHUNK,
    ...{ most: () => BULK_CHUNK * 3, width: () => ways.concurrency * 3 },
  });
  const lanes = [urgent, bulk];
  const laneOf = ({ kind }: Claim) => (kind === 'campaign' ? bulk : urgent);
  const held = () => lanes.flatMap((lane) => [...lane.held]);

  const renewal = setInterval(() => {
    const claims = held();
    if (claims.length === 0) return;
    const until = performance.now() + DEPART_MS;
    const renewed = (ours: Claim[]) => {
      for (const claim of ours) if (begun.has(claim)) begun.set(claim, until);
    };
    extendLeases(db, claims, LEASE_SECONDS).then(renewed, (error: Error) => {
      log.warn({ reason: error.message }, 'leases cannot be renewed');
    });
  }, LEASE_SECONDS * 250);
  const silence = pubsub.on('mail.queued', () => {
    for (const lane of lanes) lane.ring();
  });
  for (const lane of lanes) lane.start();

  async function stop(): Promise<void> {
    stopping = true;
    silence();
    const deadline = Date.now() + STOP_MS;
    const claimed = Promise.all(lanes.map((lane) => lane.stop()));
    await Promise.race([claimed, sleep(STOP_MS, undefined, { ref: false })]);
    ways.release();
    for (const claim of held()) if (!begun.has(claim)) settler.add(release(claim));
    while (held().length > 0 && Date.now() < deadline) await ended.wait(100);
    clearInterval(renewal);
    await keeper.stop();
    settler.end();
    await ways.close();
    const left = held().length;
    if (left > 0) log.warn({ mails: left }, 'stopped with mails on their way: their leases run out');
  }

  return { stop };
}
