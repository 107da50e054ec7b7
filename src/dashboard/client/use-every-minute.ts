import { useEffect, useEffectEvent } from 'react';

const MINUTE_MS = 60_000;
/** How often it is looked whether the minute is over. */
const LOOK_MS = 1_000;

/**
 * For what no subscription tells of: does something each minute (or each few) while the page can be seen, and at once when it can be
 * seen again after longer than that.
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
