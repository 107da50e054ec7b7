import { WakeSignal } from '../async/wake-signal.ts';
import type { Database, Sql } from '../database/connect.ts';
import { pollForWork, waitAfter } from '../database/work-poller.ts';

interface Work {
  /** A statement that returns rows while there is work. */
  what: Sql;
  /** How often to run the statement, in milliseconds. */
  everyMs: number;
}

/** Runs `work` now, and again whenever there is some. Returns a function that stops it and waits for the end. */
export function runWhenDue(db: Database, { what, everyMs }: Work, work: () => Promise<void>): () => Promise<void> {
  const signal = new WakeSignal();
  const unwatch = pollForWork(db, { what, everyMs, wake: () => signal.wake() });
  let isStopped = false;
  const round = async () => {
    while (!isStopped) {
      const from = performance.now();
      await work();
      if (!isStopped) await signal.wait(waitAfter(db, performance.now() - from, everyMs));
    }
  };
  const working = round();
  return () => {
    isStopped = true;
    unwatch();
    signal.wake();
    return working;
  };
}
