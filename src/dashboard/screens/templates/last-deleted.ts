import { useSyncExternalStore } from 'react';
import type { TemplateWholeFragment } from '../../../generated/dashboard/templates.ts';

let last: TemplateWholeFragment | undefined;
const listeners = new Set<() => void>();

/** Keeps the template that was deleted last, for as long as the page is open, so that it can be brought back. */
export function rememberDeleted(template: TemplateWholeFragment | undefined): void {
  last = template;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The template that was deleted last and has not been brought back. */
export const useLastDeleted = (): TemplateWholeFragment | undefined => useSyncExternalStore(subscribe, () => last);
