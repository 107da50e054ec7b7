import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Connection } from '../database/connect.ts';
import { type Claim, claimDue, extendLeases, markSending, type Settlement } from '../domain/sending/ledger.ts';
import type { Links } from '../links.ts';
import type { Log } from '../log.ts';
import type { PubSub } from '../pubsub.ts';
import type { ReturnPaths } from '../return-paths.ts';
import type { Vault } from '../vault.ts';
import { attempt, release } from './attempt.ts';
import { Bell } from './bell.ts';
import { loadMakers, type Maker } from './makers.ts';
import { Room } from './room.ts';
import { loadRoutes, type Route } from './route.ts';
import { Settler } from './settler.ts';
import { Signatures } from './signatures.ts';
import type { Transport } from './transports/transport.ts';
import { Ways } from './ways.ts';

export interface Delivery {
  /** Claims no more, finishes what is on its way (8 s at most) and puts the rest back into the queue. */
  stop(): Promise<void>;
}

export interface DeliveryOptions {
  connection: Connection;
  pubsub: Pick<PubSub, 'on'>;
  config: Pick<Config, 'mailRetrySeconds' | 'privateTransports'>;
  links: Links;
  /** Absent: bounces go to the sender. */
  returnPaths?: ReturnPaths;
  vault: Vault;
  log: Log;
  /** The installation's own: for teams that have none. Closed by whoever made it, once stopped. */
  transport: Transport;
}

const CHUNK = 20;
const LEASE_SECONDS = 20;
const POLL_MS = 1_000;
const BACK_OFF_MS = [500, 1_000, 2_000, 5_000];
const STOP_MS = 8_000;
const RENDER_AGAIN_SECONDS = 5;

/**
 * Sends what is due, from now until it is stopped: claims a few messages at a time, makes them, hands them over, writes
 * down what became of them. Any number of processes may do so side by side. Neither the database nor the mail
 * server being away ends it.
 */
export function startDelivery(options: DeliveryOptions): Delivery {
  const { pubsub, config, links, returnPaths, vault, log, transport } = options;
  const { db } = options.connection;
  const signatures = new Signatures(db, vault, log);
  const ways = new Ways({ db, vault, config, log, fallback: transport });
  const most = () => Math.max(CHUNK * 2, ways.concurrency * 4);
  const held = new Set<Claim>();
  /** Those of `held` that may be on their way. */
  const begun = new Set<Claim>();
  // A message that was accepted and is not written down yet takes up room too: after a kill it is sent again.
  const room = new Room(() => ways.concurrency);
  const bell = new Bell();
  const ended = new AbortController();
  let stopping = false;

  const settler = new Settler(db, log, (settlement, written) => {
    held.delete(settlement.claim);
    if (begun.delete(settlement.claim)) room.leave();
    if (written) report(log, settlement);
    bell.ring();
  });

  const begin: Parameters<typeof attempt>[2]['begin'] = async (claim, message) => {
    await room.enter();
    if (stopping) {
      room.leave();
      return false;
    }
    begun.add(claim); // first: from here on stopping leaves it alone
    const recipients = message.envelope.to;
    return markSending(db, claim, { recipients, leaseSeconds: LEASE_SECONDS });
  };

  const seal: Parameters<typeof attempt>[2]['seal'] = async (claim, message) => {
    const signed = await signatures.sign(claim.teamId, message);
    return returnPaths ? { ...signed, envelope: { ...signed.envelope, from: returnPaths.address(claim) } } : signed;
  };

  async function send(claim: Claim, route: Route, make: Maker | undefined): Promise<void> {
    if (!make) return settler.add(release(claim)); // deleted since: there is no row to release either
    try {
      const means = { transport: ways.by(route), retrySeconds: config.mailRetrySeconds, begin, seal };
      settler.add(await attempt(claim, make, means));
    } catch (error) {
      log.error({ message: claim.id, reason: (error as Error).message }, 'mail could not be tried');
      settler.add(release(claim, RENDER_AGAIN_SECONDS));
    }
  }

  async function claimSome(limit: number): Promise<number> {
    const claims = await claimDue(db, { limit, leaseSeconds: LEASE_SECONDS });
    for (const claim of claims) held.add(claim);
    try {
      const routes = await loadRoutes(db, claims);
      const found = claims.flatMap((claim) => ({ claim, route: routes.get(claim) ?? nowhere(claim) }));
      const admitted = await ways.admit(found);
      const going = admitted.filter(({ delaySeconds }) => delaySeconds === 0).map(({ item }) => item);
      for (const { item, delaySeconds } of admitted) {
        if (delaySeconds > 0) settler.add(release(item.claim, delaySeconds));
      }
      const makers = await loadMakers(
        db,
        going.map(({ claim }) => claim),
        links,
      );
      for (const { claim, route } of going) void send(claim, route, makers.get(claim));
    } catch (error) {
      for (const claim of claims) settler.add(release(claim));
      throw error;
    }
    return claims.length;
  }

  async function work(): Promise<void> {
    let troubles = 0;
    while (!stopping) {
      const room = most() - held.size;
      try {
        const enough = room < most() / 2 || (await claimSome(Math.min(room, CHUNK))) < CHUNK;
        troubles = 0;
        if (enough && !stopping) await bell.wait(POLL_MS);
      } catch (error) {
        const pause = BACK_OFF_MS[Math.min(troubles++, BACK_OFF_MS.length - 1)]!;
        log.error({ reason: (error as Error).message }, 'mails cannot be claimed; trying again');
        await sleep(pause, undefined, { signal: ended.signal }).catch(() => {});
      }
    }
  }

  const renewal = setInterval(() => {
    if (held.size === 0) return;
    extendLeases(db, [...held], LEASE_SECONDS).catch((error: Error) => {
      log.warn({ reason: error.message }, 'leases cannot be renewed');
    });
  }, LEASE_SECONDS * 250);
  const silence = pubsub.on('mail.queued', () => bell.ring());
  const working = work();

  async function stop(): Promise<void> {
    stopping = true;
    ended.abort();
    bell.ring();
    silence();
    const deadline = Date.now() + STOP_MS;
    await Promise.race([working, sleep(STOP_MS, undefined, { ref: false })]);
    ways.release();
    for (const claim of held) if (!begun.has(claim)) settler.add(release(claim));
    while (held.size > 0 && Date.now() < deadline) await bell.wait(Math.min(100, Math.max(1, deadline - Date.now())));
    clearInterval(renewal);
    settler.end();
    await ways.close();
    if (held.size > 0) log.warn({ mails: held.size }, 'stopped with mails on their way: their leases run out');
  }

  return { stop };
}

/** For a message whose rows are gone: there is nothing to send either. */
const nowhere = ({ teamId }: Claim): Route => ({ teamId, transportId: null, domain: '' });

/** One line for each mail that did not go out. Addresses that a server repeats are left out of it. */
function report(log: Log, settlement: Settlement): void {
  if (settlement.reason === undefined) return;
  const reason = settlement.reason.replace(/[^\s<>:;,]+@[^\s<>:;,]+/g, '…');
  const line = { message: settlement.claim.id, kind: settlement.claim.kind, reason };
  if (settlement.state === 'queued') log.warn({ ...line, delaySeconds: settlement.delaySeconds }, 'mail deferred');
  else log.warn(line, settlement.state === 'sent' ? 'mail accepted for some recipients only' : 'mail failed');
}
