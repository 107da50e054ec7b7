import type { KeyboardEvent } from 'react';

type Act = (() => void) | undefined;

/** The history action of a key: Ctrl-Z undoes, Ctrl-Shift-Z and Ctrl-Y redo. Code and dialogs have their own. */
export function historyKey(event: KeyboardEvent, { undo, redo }: { undo: Act; redo: Act }): Act {
  if (!(event.ctrlKey || event.metaKey)) return undefined;
  if (event.target instanceof Element && event.target.closest('.cm-editor, [role=dialog]')) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'y' || (key === 'z' && event.shiftKey)) return redo ?? ignore;
  return key === 'z' ? (undo ?? ignore) : undefined;
}

/** The browser's undo in a field would restore text that the draft does not have. */
const ignore = () => {};
