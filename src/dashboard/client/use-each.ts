import { useState } from 'react';
import type { CombinedError } from 'urql';
import type { MutationResult } from './use-mutation.ts';

/** Calls at the same time: enough to hide the way to the server, too few to keep others from it. */
const LANES = 4;

interface Each {
  /** Calls `change` for each row and gives the rows that were changed. The first refusal is kept as `error`. */
  run<Row>(rows: readonly Row[], change: (row: Row) => Promise<MutationResult<unknown>>): Promise<Row[]>;
  /** While it runs: how many of how many are through. */
  progress: { done: number; all: number } | undefined;
  error: CombinedError | undefined;
}

/** A change to each of some rows, with progress. */
export function useEach(): Each {
  const [progress, setProgress] = useState<Each['progress']>();
  const [error, setError] = useState<CombinedError>();
  const run: Each['run'] = async (rows, change) => {
    type Row = (typeof rows)[number];
    const changed: Row[] = [];
    const left = rows.values();
    let done = 0;
    setError(undefined);
    setProgress({ done, all: rows.length });
    const lane = async () => {
      for (const row of left) {
        const { error: refused } = await change(row);
        if (refused) setError((first) => first ?? refused);
        else changed.push(row);
        done += 1;
        setProgress({ done, all: rows.length });
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    setProgress(undefined);
    return changed;
  };
  return { run, progress, error };
}
