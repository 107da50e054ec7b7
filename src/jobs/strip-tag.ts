import { stripTag as stripNext } from '../domain/audience/strip-tag.ts';
import type { Task } from './task.ts';

/** How long a tag keeps a worker before others have their turn. */
const TURN_MS = 1_000;

/** Takes a tag from subscribers until the turn is over, and asks for another one then. Done twice, it finds less to do. */
export const stripTag: Task<'strip-tag'> = async (scope, { tag, after }) => {
  const end = Date.now() + TURN_MS;
  let place: typeof after | undefined = after;
  do place = await stripNext(scope, tag, place);
  while (place && Date.now() < end);
  if (place) await scope.enqueue('strip-tag', { tag, after: place });
};
