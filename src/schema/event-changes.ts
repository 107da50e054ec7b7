import type { PersonalEvent } from '../domain/insight/events.ts';
import type { BoundedQueue } from '../live/bounded-queue.ts';
import type { Context } from './context.ts';
import { streamedAddress } from './streamed-address.ts';
import { watched } from './watched.ts';

/** The new events of the team that match the filter. */
export async function eventsAsRecorded(
  context: Context,
  { email, name }: { email?: string | null; name?: string | null },
): Promise<BoundedQueue<PersonalEvent>> {
  const filter = { email: streamedAddress('email', email), name: name ?? undefined };
  const { liveEvents } = context.installation;
  const events = watched(context, (teamId, onEnd) => liveEvents.read(teamId, filter, onEnd));
  await liveEvents.watch(context.scope.team.id);
  return events;
}
