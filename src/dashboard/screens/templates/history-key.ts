import type { KeyboardEvent } from 'react';

type Act = (() => void) | undefined;

/** What a key does to the history: Ctrl-Z goes back, Ctrl-Shift-Z and Ctrl-Y forward. Code and dialogs have their own. */
export function historyKey(event: KeyboardEvent, { undo, redo }: { undo: Act; redo: Act }): Act {
  if (!(event.ctrlKey || event.metaKey)) return undefined;
  if (event.target instanceof Element && event.target.closest('.cm-editor, [role=dialog]')) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'y' || (key === 'z' && event.shiftKey)) return redo ?? ignore;
  return key === 'z' ? (undo ?? ignore) : undefined;
}

/** The browser's own history of a field would bring back letters that are not in the draft. */
const ignore = () => {};
