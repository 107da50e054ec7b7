import { useEffect, useEffectEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { CheckDomainDocument } from '../../../../generated/dashboard/domains.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useMayWrite } from '../../../session/viewer.tsx';

const EVERY_MS = 15_000;

/**
 * Checks a domain's records on demand and, while some are missing (`open`) and the page is visible, every 15 seconds. For
 * viewers, it only reads the results of others' checks.
 */
export function useChecks(id: string, open: boolean, refetch: () => void) {
  const mayWrite = useMayWrite();
  const [send, busy] = useMutation(CheckDomainDocument);
  const [error, setError] = useState<CombinedError>();
  const check = async () => setError((await send({ id })).error);
  const checkIfVisible = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return;
    if (!mayWrite) refetch();
    else if (!busy) void check();
  });
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(checkIfVisible, EVERY_MS);
    return () => clearInterval(timer);
  }, [open]);
  return { check: () => void check(), busy, error };
}
