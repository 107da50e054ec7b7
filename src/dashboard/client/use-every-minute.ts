import { useEffect, useEffectEvent } from 'react';

const MINUTE_MS = 60_000;
/** How often it is looked whether the minute is over. */
const LOOK_MS = 1_000;

/**
 * For data without a subscription: runs each minute (or every few) while the page is visible, and at once when it becomes
 * visible after a longer time.
 */
export function useEveryMinute(work: () => void, minutes = 1): void {
  const go = useEffectEvent(work);
  useEffect(() => {
    let doneAt = Date.now();
    const look = () => {
      if (document.visibilityState === 'hidden' || Date.now() - doneAt < minutes * MINUTE_MS) return;
      doneAt = Date.now();
      go();
    };
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [minutes]);
}
