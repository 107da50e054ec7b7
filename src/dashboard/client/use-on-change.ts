import { useEffect, useEffectEvent, useRef } from 'react';
import { ChangedDocument, type ObjectChangeKind } from '../../generated/dashboard/client.ts';
import { useLive } from './use-live.ts';

const DEBOUNCE_MS = 200;

/**
 * Calls `onChange` after anybody created, changed or deleted an object of these kinds, in another browser or through the API,
 * so the screen can read again. Several changes at once are one. With an id, only for that object.
 */
export function useOnChange(kinds: readonly ObjectChangeKind[], onChange: () => void, id?: string): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const notify = useEffectEvent(onChange);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(ChangedDocument, { kinds: [...kinds] }, ({ objectChanged: changed }) => {
    if (id !== undefined && changed.objectId !== id) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      notify();
    }, DEBOUNCE_MS);
  });
}
