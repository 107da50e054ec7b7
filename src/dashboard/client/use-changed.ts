import { useEffect, useEffectEvent, useRef } from 'react';
import { ChangedDocument, type ChangedKind } from '../../generated/dashboard/client.ts';
import { useLive } from './use-live.ts';

const TOGETHER_MS = 200;

/**
 * Calls `onChange` when somebody, in whatever browser or by the API, made, changed or deleted something of these kinds: to read
 * again what is shown. Several changes at once are one. With an id, only of what has it.
 */
export function useChanged(kinds: readonly ChangedKind[], onChange: () => void, id?: string): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useEffectEvent(onChange);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(ChangedDocument, { kinds: [...kinds] }, ({ changed }) => {
    if (id !== undefined && changed.id !== id) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      tell();
    }, TOGETHER_MS);
  });
}
