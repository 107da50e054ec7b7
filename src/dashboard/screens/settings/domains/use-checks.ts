import { useEffect, useEffectEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { CheckDomainDocument } from '../../../../generated/dashboard/domains.ts';
import { useChange } from '../../../client/use-change.ts';

const EVERY_MS = 15_000;

/** Checks a domain's records on demand, and `byItself` every 15 seconds while the page can be seen. */
export function useChecks(id: string, byItself: boolean) {
  const [send, busy] = useChange(CheckDomainDocument);
  const [error, setError] = useState<CombinedError>();
  const check = async () => setError((await send({ id })).error);
  const again = useEffectEvent(() => {
    if (!busy && document.visibilityState === 'visible') void check();
  });
  useEffect(() => {
    if (!byItself) return;
    const timer = setInterval(again, EVERY_MS);
    return () => clearInterval(timer);
  }, [byItself]);
  return { check: () => void check(), busy, error };
}
