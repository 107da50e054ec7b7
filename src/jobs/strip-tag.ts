import { stripTag as stripNext } from '../domain/audience/strip-tag.ts';
import type { Task } from './task.ts';
import { forTimeSlice } from './time-slice.ts';

/** Takes a tag from subscribers until the turn is over, and asks for another one then. Done twice, it finds less to do. */
export const stripTag: Task<'strip-tag'> = async (scope, { tag, after }) => {
  const place = await forTimeSlice(after, (place) => stripNext(scope, tag, place));
  if (place) await scope.enqueue('strip-tag', { tag, after: place });
};
