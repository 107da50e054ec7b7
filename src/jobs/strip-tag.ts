import { stripTag as stripNext } from '../domain/audience/strip-tag.ts';
import type { Task } from './task.ts';
import { forTimeSlice } from './time-slice.ts';

/** Removes a tag from subscribers for one time slice, and enqueues itself again if there are more. Safe to repeat. */
export const stripTag: Task<'strip-tag'> = async (scope, { tag, after }) => {
  const position = await forTimeSlice(after, (from) => stripNext(scope, tag, from));
  if (position) await scope.enqueue('strip-tag', { tag, after: position });
};
