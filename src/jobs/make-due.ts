import { forgetSpread } from '../domain/transports/budgets.ts';
import { makeSomeDue } from '../domain/transports/make-due.ts';
import type { Task } from './task.ts';

/** How long it keeps a worker before others have their turn. */
const TURN_MS = 1_000;

/** Makes due what waited, until the turn is over, and asks for another one then. Done twice, it finds less to do. */
export const makeDue: Task<'make-due'> = async (scope, { waited }) => {
  const end = Date.now() + TURN_MS;
  if ('limitsOf' in waited) await forgetSpread(scope, waited.limitsOf);
  let more = true;
  while (more && Date.now() < end) more = await makeSomeDue(scope, waited);
  if (more) await scope.enqueue('make-due', { waited });
};
