import { readDuration } from '../../../validation/duration.ts';
import { happenedSince } from '../runs/happened-since.ts';
import { outcomesOf } from './outcomes.ts';
import type { TakeStep } from './step-kind.ts';

/**
 * Waits for an event of the person. A run that has just arrived is checked again in the next transaction: that sees an
 * event recorded before this one committed, and a later event finds the run waiting and wakes it.
 */
export const waitFor: TakeStep<'wait_for'> = async (context, { event, timeout }, runs) => {
  const { now } = context;
  const asked = runs.flatMap((run) => (run.waitUntil ? [{ ...run, since: run.enteredAt, until: run.waitUntil }] : []));
  const happened = asked.length > 0 ? await happenedSince(context, event, asked) : new Set();
  return outcomesOf(runs, ({ id, waitUntil }) => {
    if (waitUntil === null)
      return { outcome: 'wait', until: new Date(now.getTime() + readDuration(timeout)! * 1_000), lookAt: now };
    if (happened.has(id)) return { outcome: 'done', branch: 'then' };
    return waitUntil <= now ? { outcome: 'done', branch: 'else' } : { outcome: 'wait', until: waitUntil };
  });
};
