import { type KeyboardEvent, useReducer } from 'react';
import type { Draft } from './draft.ts';

const MERGE_MS = 1_000;
const STEPS = 200;

interface History {
  past: readonly Draft[];
  now: Draft;
  future: readonly Draft[];
  /** The last edit and its time: consecutive keystrokes in one text undo together. */
  field?: string | undefined;
  at: number;
}

type Action =
  | { do: 'write'; draft: Draft; field?: string | undefined; at: number }
  | { do: 'undo' | 'redo' }
  | { do: 'settle'; from: Draft; to: Draft }
  | { do: 'begin'; draft: Draft };

function step(history: History, action: Action): History {
  const { past, now, future, field, at } = history;
  switch (action.do) {
    case 'write': {
      const isSameStep = action.field !== undefined && action.field === field && action.at - at < MERGE_MS;
      const { draft, ...written } = action;
      return { past: isSameStep ? past : [...past, now].slice(-STEPS), now: draft, future: [], ...written };
    }
    case 'undo': {
      const before = past.at(-1);
      return before ? { past: past.slice(0, -1), now: before, future: [now, ...future], at: 0 } : history;
    }
    case 'redo': {
      const [next, ...later] = future;
      return next ? { past: [...past, now], now: next, future: later, at: 0 } : history;
    }
    case 'settle':
      return now === action.from ? { ...history, now: action.to } : history;
    case 'begin':
      return { past: [], now: action.draft, future: [], at: 0 };
  }
}

/** A draft with its history. `field` names the edited text: consecutive keystrokes in it undo together. */
export function useDraft(begin: Draft) {
  const [{ past, now, future }, dispatch] = useReducer(step, { past: [], now: begin, future: [], at: 0 });
  return {
    draft: now,
    write: (draft: Draft, field?: string) => dispatch({ do: 'write', draft, field, at: Date.now() }),
    undo: past.length > 0 ? () => dispatch({ do: 'undo' }) : undefined,
    redo: future.length > 0 ? () => dispatch({ do: 'redo' }) : undefined,
    /** Takes over the server's version of the sent draft, unless the editor changed since. */
    settle: (from: Draft, to: Draft) => dispatch({ do: 'settle', from, to }),
    /** Begins with another draft, without a history. */
    begin: (draft: Draft) => dispatch({ do: 'begin', draft }),
  };
}

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
