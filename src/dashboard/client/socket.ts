import { createClient } from 'graphql-ws';
import { reportLost } from './connection.ts';
import { addressOf } from './urls.ts';

const LONGEST_PAUSE_MS = 15_000;

/** Callbacks for possibly missed changes. */
const listeners = new Set<() => void>();
let opened = 0;

/** Calls `listener` whenever changes may have been missed, so that it reads again. Returns how to stop. */
export function onMissed(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Has everything that is shown read again. */
export const notifyMissed = (): void => listeners.forEach((listener) => void listener());

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
      if (!isIntended(event)) reportLost(notifyMissed);
    },
    connected: () => {
      if (opened++ > 0) notifyMissed();
    },
  },
});
