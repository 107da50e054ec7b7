import { useReducer } from 'react';
import type { Draft } from './draft.ts';

const TOGETHER_MS = 1_000;
const STEPS = 200;

interface History {
  past: readonly Draft[];
  now: Draft;
  future: readonly Draft[];
  /** What was written last, and when: letters of one text are one step back. */
  place?: string | undefined;
  at: number;
}

type Action =
  | { do: 'write'; draft: Draft; place?: string | undefined; at: number }
  | { do: 'undo' | 'redo' }
  | { do: 'settle'; from: Draft; to: Draft }
  | { do: 'begin'; draft: Draft };

function step(history: History, action: Action): History {
  const { past, now, future, place, at } = history;
  switch (action.do) {
    case 'write': {
      const isSameStep = action.place !== undefined && action.place === place && action.at - at < TOGETHER_MS;
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

/** A draft with its history. `place` names the text that is written: letters that follow each other in it are one step. */
export function useDraft(begin: Draft) {
  const [{ past, now, future }, dispatch] = useReducer(step, { past: [], now: begin, future: [], at: 0 });
  return {
    draft: now,
    write: (draft: Draft, place?: string) => dispatch({ do: 'write', draft, place, at: Date.now() }),
    undo: past.length > 0 ? () => dispatch({ do: 'undo' }) : undefined,
    redo: future.length > 0 ? () => dispatch({ do: 'redo' }) : undefined,
    /** Takes over how the server wrote what was sent, unless somebody wrote on. */
    settle: (from: Draft, to: Draft) => dispatch({ do: 'settle', from, to }),
    /** Begins anew, without a history. */
    begin: (draft: Draft) => dispatch({ do: 'begin', draft }),
  };
}
