import { useSyncExternalStore } from 'react';
import { notifyMissed } from './missed.ts';
import { addressOf } from './urls.ts';

const RETRY_MS = 2_000;

const listeners = new Set<() => void>();
let isLost = false;

function set(lost: boolean): void {
  isLost = lost;
  for (const listener of listeners) listener();
}

/** Notes that the server did not answer, and asks it until it does; then everything that is shown is read again. */
export function reportLost(): void {
  if (isLost) return;
  set(true);
  const ask = async (): Promise<void> => {
    const answer = await fetch(addressOf('health/live')).catch(() => undefined);
    if (!answer?.ok) return void setTimeout(ask, RETRY_MS);
    set(false);
    notifyMissed();
  };
  setTimeout(ask, RETRY_MS);
}

/** Whether the server does not answer at the moment. */
export const useIsLost = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => isLost,
  );
