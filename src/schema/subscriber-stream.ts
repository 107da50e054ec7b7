import { readList } from '../domain/audience/lists.ts';
import type { StreamedSubscriber } from '../domain/audience/live-subscribers.ts';
import type { BoundedQueue } from '../live/bounded-queue.ts';
import type { Context } from './context.ts';
import { streamedAddress } from './streamed-address.ts';
import { watched } from './watched.ts';

/**
 * The changing subscribers of a list, or the one with this address. Throws NotFoundError for the list,
 * ValidationError.
 */
export async function subscriberStream(
  context: Context,
  { listId, email }: { listId: string; email?: string | null },
): Promise<BoundedQueue<StreamedSubscriber>> {
  const { id } = await readList(context.scope, listId);
  const filter = { listId: id, email: streamedAddress('email', email) };
  return watched(context, (teamId, onEnd) => context.installation.liveSubscribers.read(teamId, filter, onEnd));
}
