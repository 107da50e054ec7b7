import { setTimeout as sleep } from 'node:timers/promises';
import { WakeSignal } from '../../async/wake-signal.ts';
import type { Connection } from '../../database/connect.ts';
import { pollForWork, waitAfter } from '../../database/work-poller.ts';
import {
  makeWebhookDeliveries,
  type OpenView,
  teamsWithNotifications,
  WAITING_NOTIFICATIONS,
} from '../../domain/webhooks/make-deliveries.ts';
import type { Log } from '../../log.ts';

export interface RunningNotifications {
  /** Claims no more notifications, and waits for those it has. */
  stop(): Promise<void>;
}

export interface NotificationsOptions {
  connection: Connection;
  log: Log;
  /** Opens a view of the objects that notifications are about. */
  open: OpenView;
}

const POLL_MS = 500;
const BACK_OFF_MS = 5_000;

/** How many teams are processed at a time. */
const TEAMS = 100;

/**
 * Makes webhook deliveries from notifications until it is stopped. Any number of processes may run this at the same time: each
 * team is served by one at a time. It survives database outages.
 */
export function startNotifications({ connection: { db }, log, open }: NotificationsOptions): RunningNotifications {
  const wake = new WakeSignal();
  const stopping = new AbortController();
  const unwatch = pollForWork(db, { what: WAITING_NOTIFICATIONS, everyMs: POLL_MS, wake: () => wake.wake() });
  const working = work();

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const from = performance.now();
        if ((await makeSome()) === 0) await wake.wait(waitAfter(db, performance.now() - from, POLL_MS));
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'cannot create webhook deliveries; trying again');
        await sleep(BACK_OFF_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  /** Returns how many notifications were claimed. A team that fails does not block the others. */
  async function makeSome(): Promise<number> {
    let made = 0;
    for (const { id } of await teamsWithNotifications(db, TEAMS)) {
      if (stopping.signal.aborted) break;
      made += await makeWebhookDeliveries(db, id, open).catch((error: Error) => {
        log.error({ team: id, reason: error.message }, 'cannot create webhook deliveries of a team; trying again');
        return 0;
      });
    }
    return made;
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
