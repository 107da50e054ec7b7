/** Callbacks for possibly missed changes. */
const listeners = new Set<() => void>();

/** Calls `listener` whenever changes may have been missed, so that it reads again. Returns how to stop. */
export function onMissed(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Has everything that is shown read again. */
export const notifyMissed = (): void => listeners.forEach((listener) => void listener());
