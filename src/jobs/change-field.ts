import { changeNext } from '../domain/audience/change-values.ts';
import { countTotal } from '../domain/audience/field-changes.ts';
import type { Task } from './task.ts';
import { forTimeSlice } from './time-slice.ts';

/** Converts or removes values of a contact field for one time slice, and enqueues itself again if there are more. */
export const changeField: Task<'change-field'> = async (scope, { change }) => {
  await countTotal(scope, change);
  const isMore = await forTimeSlice(true, () => changeNext(scope, change));
  if (isMore) await scope.enqueue('change-field', { change }, { key: String(change) });
};
