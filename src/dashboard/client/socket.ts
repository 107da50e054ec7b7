import { createClient } from 'graphql-ws';
import { reportLost } from './connection.ts';
import { notifyMissed } from './missed.ts';
import { addressOf } from './urls.ts';

const LONGEST_PAUSE_MS = 15_000;

let opened = 0;

/** Whether this page or the server closed the socket on purpose: unused, or for a reason of the protocol. */
const isIntended = (event: unknown): boolean =>
  event instanceof CloseEvent && (event.code === 1000 || event.code >= 4_000);

/**
 * One WebSocket for all that is live, opened with the first subscription. The session's cookie goes with it. When the
 * server goes away the socket tries forever, subscribes again, and reports possibly missed changes.
 */
export const socket = createClient({
  url: addressOf('graphql').replace(/^http/, 'ws'),
  lazyCloseTimeout: 5_000,
  keepAlive: 30_000,
  retryAttempts: Number.POSITIVE_INFINITY,
  retryWait: (attempt) =>
    new Promise((resume) =>
      setTimeout(resume, Math.min(LONGEST_PAUSE_MS, 500 * 2 ** attempt) * (0.5 + Math.random() / 2)),
    ),
  shouldRetry: () => true,
  on: {
    closed: (event) => {
      if (!isIntended(event)) reportLost();
    },
    connected: () => {
      if (opened++ > 0) notifyMissed();
    },
  },
});
