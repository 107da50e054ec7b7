import { createHash } from 'node:crypto';
import type { Branch } from '../definition/definition.ts';
import { outcomesOf } from './outcomes.ts';
import type { TakeStep } from './step-kind.ts';

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
