import { createHash } from 'node:crypto';
import type { Branch } from '../definition/definition.ts';
import { outcomesOf } from './outcomes.ts';
import type { TakeStep } from './step-kind.ts';

/** Parts people by chance, the same person always alike. */
export const split: TakeStep<'split'> = async ({ automation }, { id, branches }, runs) =>
  outcomesOf(runs, ({ person }) => ({
    outcome: 'done',
    branch: branchOf(branches, shareOf(`${automation.id} ${id} ${person}`)),
  }));

/** Evenly from 0 up to, but not including, 100, by what is given. */
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
