import { stripTag as stripNext } from '../domain/audience/strip-tag.ts';
import { forATurn } from './for-a-turn.ts';
import type { Task } from './task.ts';

/** Takes a tag from subscribers until the turn is over, and asks for another one then. Done twice, it finds less to do. */
export const stripTag: Task<'strip-tag'> = async (scope, { tag, after }) => {
  const place = await forATurn(after, (place) => stripNext(scope, tag, place));
  if (place) await scope.enqueue('strip-tag', { tag, after: place });
};
