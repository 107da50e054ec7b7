import { useReducer } from 'react';

/** Changes of the same subject within this time undo together, like the letters of a word. */
const MERGE_MS = 1_500;
const MAX_STEPS = 200;

interface History<Value> {
  past: readonly Value[];
  now: Value;
  future: readonly Value[];
  last: { of: string; at: number } | undefined;
}

type Action<Value> =
  | { do: 'change'; to: Value; of: string; at: number }
  | { do: 'reset'; to: Value }
  | { do: 'undo' | 'redo' };

function reduce<Value>(history: History<Value>, action: Action<Value>): History<Value> {
  const { past, now, future, last } = history;
  switch (action.do) {
    case 'change': {
      const { to, of, at } = action;
      const isSame = of !== '' && last?.of === of && at - last.at < MERGE_MS;
      return { past: isSame ? past : [...past, now].slice(-MAX_STEPS), now: to, future: [], last: { of, at } };
    }
    case 'reset':
      return { past: [], now: action.to, future: [], last: undefined };
    case 'undo': {
      const before = past.at(-1);
      return before === undefined
        ? history
        : { past: past.slice(0, -1), now: before, future: [now, ...future], last: undefined };
    }
    case 'redo': {
      const [after, ...later] = future;
      return after === undefined ? history : { past: [...past, now], now: after, future: later, last: undefined };
    }
  }
}

/**
 * A value whose changes can be undone. `change` names the subject: rapid changes of the same subject count as one; '' means
 * none.
 */
export function useHistory<Value>(first: Value) {
  const [{ past, now, future }, act] = useReducer(reduce<Value>, {
    past: [],
    now: first,
    future: [],
    last: undefined,
  });
  return {
    now,
    change: (to: Value, of = '') => act({ do: 'change', to, of, at: Date.now() }),
    reset: (to: Value) => act({ do: 'reset', to }),
    undo: () => act({ do: 'undo' }),
    redo: () => act({ do: 'redo' }),
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  };
}
