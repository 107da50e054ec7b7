import type { SendRoute } from '../../domain/transports/send-route.ts';
import type { TransportPool } from '../transports/transport-pool.ts';

/** How many campaign messages are claimed at once. */
export const BULK_CHUNK = 200;
/** How many urgent messages are claimed at once. */
export const URGENT_CHUNK = 20;

/** An upper bound for any number of transports, because e-mails are held in memory with their attachments. */
const MAX_URGENT = 1_000;

/** How many messages of a process may be at each stage at once. All numbers follow from the connections of transports. */
export interface Sizes {
  /** Claimed by the queue of urgent or of bulk messages. */
  claimed(isBulk: boolean): number;
  /** Being built, signed or sent for a team by one transport, so that a slow transport does not block others. */
  prepared(isBulk: boolean, route: SendRoute): number;
  /** In transit over all transports, including accepted messages that are not recorded yet. */
  inTransit(): number;
}

export const sizesOf = (transports: TransportPool): Sizes => ({
  claimed: (isBulk) => (isBulk ? BULK_CHUNK * 6 : Math.max(80, Math.min(transports.inTransit * 8, MAX_URGENT))),
  prepared: (isBulk, route) =>
    isBulk ? transports.inTransitOver(route) * 3 : Math.max(40, transports.inTransitOver(route) * 4),
  inTransit: () => transports.inTransit,
});
