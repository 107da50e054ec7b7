import { useEffect, useEffectEvent } from 'react';

const MINUTE_MS = 60_000;
/** How often to check whether the minute is over. */
const CHECK_MS = 1_000;

/**
 * For data without a subscription: runs each minute (or every few) while the page is visible, and at once when it becomes
 * visible after a longer time.
 */
export function useEveryMinute(work: () => void, minutes = 1): void {
  const go = useEffectEvent(work);
  useEffect(() => {
    let doneAt = Date.now();
    const check = () => {
      if (document.visibilityState === 'hidden' || Date.now() - doneAt < minutes * MINUTE_MS) return;
      doneAt = Date.now();
      go();
    };
    const timer = setInterval(check, CHECK_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [minutes]);
}
