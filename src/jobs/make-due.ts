import { forgetSpread } from '../domain/transports/budgets.ts';
import { makeSomeDue } from '../domain/transports/make-due.ts';
import { forATurn } from './for-a-turn.ts';
import type { Task } from './task.ts';

/** Makes due what waited, until the turn is over, and asks for another one then. Done twice, it finds less to do. */
export const makeDue: Task<'make-due'> = async (scope, { waited }) => {
  if ('limitsOf' in waited) await forgetSpread(scope, waited.limitsOf);
  const isMore = await forATurn(true, () => makeSomeDue(scope, waited));
  if (isMore) await scope.enqueue('make-due', { waited });
};
