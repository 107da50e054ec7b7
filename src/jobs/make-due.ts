import { makeSomeDue } from '../domain/ledger/make-due.ts';
import { resetSchedule } from '../domain/transports/budgets.ts';
import type { Task } from './task.ts';
import { forTimeSlice } from './time-slice.ts';

/** Makes waiting messages due for one time slice, and enqueues itself again if there are more. Safe to repeat. */
export const makeDue: Task<'make-due'> = async (scope, { waited }) => {
  if ('limitsOf' in waited) await resetSchedule(scope, waited.limitsOf);
  const isMore = await forTimeSlice(true, () => makeSomeDue(scope, waited));
  if (isMore) await scope.enqueue('make-due', { waited });
};
