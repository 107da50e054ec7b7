import { mergeNext } from '../domain/audience/merge-tags.ts';
import { transaction } from '../scope.ts';
import type { Task } from './task.ts';
import { forTimeSlice } from './time-slice.ts';

/** Merges a tag for one time slice, and enqueues itself again if there are more. Safe to repeat. */
export const mergeTags: Task<'merge-tags'> = async (scope, { tag, by, after }) => {
  const position = await forTimeSlice(after, (from) => transaction(scope, (scope) => mergeNext(scope, tag, by, from)));
  if (position) await scope.enqueue('merge-tags', { tag, by, after: position });
};
