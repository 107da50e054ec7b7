import { setTimeout as sleep } from 'node:timers/promises';
import { WakeSignal } from '../../async/wake-signal.ts';
import type { Connection } from '../../database/connect.ts';
import { waitAfter, watchFor } from '../../database/lookout.ts';
import {
  makeDeliveries,
  type OpenView,
  teamsWithNotifications,
  WAITING_NOTIFICATIONS,
} from '../../domain/webhooks/make-deliveries.ts';
import type { Log } from '../../log.ts';

export interface RunningNotifications {
  /** Takes no more notifications, and waits for those it has. */
  stop(): Promise<void>;
}

export interface NotificationsOptions {
  connection: Connection;
  log: Log;
  /** Shows what is told of. */
  open: OpenView;
}

const POLL_MS = 500;
const BACK_OFF_MS = 5_000;

/** Teams that are looked at at a time. */
const TEAMS = 100;

/**
 * Makes deliveries of the notifications for webhooks until it is stopped. Any number of processes may run this at the same time:
 * each team is served by one at a time. It survives outages of the database.
 */
export function startNotifications({ connection: { db }, log, open }: NotificationsOptions): RunningNotifications {
  const wake = new WakeSignal();
  const stopping = new AbortController();
  const unwatch = watchFor(db, { what: WAITING_NOTIFICATIONS, everyMs: POLL_MS, wake: () => wake.wake() });
  const working = work();

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const from = performance.now();
        if ((await makeSome()) === 0) await wake.wait(waitAfter(db, performance.now() - from, POLL_MS));
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'cannot make deliveries for webhooks; trying again');
        await sleep(BACK_OFF_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  /** Returns how many notifications were taken. A team whose turn fails holds up no other. */
  async function makeSome(): Promise<number> {
    let taken = 0;
    for (const { id } of await teamsWithNotifications(db, TEAMS)) {
      if (stopping.signal.aborted) break;
      taken += await makeDeliveries(db, id, open).catch((error: Error) => {
        log.error(
          { team: id, reason: error.message },
          'cannot make deliveries for the webhooks of a team; trying again',
        );
        return 0;
      });
    }
    return taken;
  }

  return {
    stop: async () => {
      stopping.abort();
      unwatch();
      wake.wake();
      await working;
    },
  };
}
