import { createHash } from 'node:crypto';
import { readDuration } from '../../../validation/duration.ts';
import type { Branch } from '../definition/definition.ts';
import { happenedSince } from '../runs/happened-since.ts';
import { matchingRuns } from '../runs/matching-runs.ts';
import { outcomesOf } from './outcomes.ts';
import type { TakeStep } from './step-kind.ts';

/** Separates matching runs from the others. */
export const condition: TakeStep<'condition'> = async (context, step, runs) => {
  const holds = await matchingRuns(context, step.if, runs);
  return outcomesOf(runs, ({ id }) => ({ outcome: 'done', branch: holds.has(id) ? 'then' : 'else' }));
};

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

/** Assigns people to branches at random; the same person always gets the same branch. */
export const split: TakeStep<'split'> = async ({ automation }, { id, branches }, runs) =>
  outcomesOf(runs, ({ person }) => ({
    outcome: 'done',
    branch: branchOf(branches, shareOf(`${automation.id} ${id} ${person}`)),
  }));

/** A hash of the text, spread evenly from 0 up to, but not including, 100. */
export const shareOf = (of: string): number =>
  (createHash('sha256').update(of).digest().readUInt32BE() / 2 ** 32) * 100;

function branchOf(branches: readonly Branch[], share: number): string {
  let upTo = 0;
  for (const { name, percent } of branches) {
    upTo += percent;
    if (share < upTo) return name;
  }
  return branches.at(-1)!.name;
}
