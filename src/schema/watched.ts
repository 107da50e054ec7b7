import { UnauthenticatedError } from '../errors.ts';
import type { LiveStream } from '../live/live-stream.ts';
import type { Context } from './context.ts';

/** A live stream of the context's team, started by `open`. Ends with the access. */
export function watched<Stream extends LiveStream<object>>(
  { access, installation }: Context,
  open: (teamId: number, onEnd: () => void) => Stream,
): Stream {
  if (!access) throw new UnauthenticatedError();
  let stopWatching = () => {};
  const stream = open(access.teamId, () => stopWatching());
  stopWatching = installation.access.watch(access, (why) => stream.end(why));
  return stream;
}
