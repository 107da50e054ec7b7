import { useEffect, useEffectEvent } from 'react';

/** Repeats `work` while the page is visible. */
export function useWhileVisible(work: () => void, everyMs: number): void {
  const go = useEffectEvent(() => {
    if (document.visibilityState === 'visible') work();
  });
  useEffect(() => {
    const timer = setInterval(go, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
