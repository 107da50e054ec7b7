import type { TransactionalMail } from '../domain/sending/transactional-mails.ts';
import { ForbiddenError, UnauthenticatedError } from '../errors.ts';
import type { BoundedQueue } from '../queue.ts';
import { normaliseEmail } from '../rules/email.ts';
import type { Context } from './context.ts';

interface Filter {
  template?: string | null;
  recipient?: string | null;
  ids?: readonly string[] | null;
}

/** The live status changes that the context's team may see; the stream ends when its access does. */
export function mailChanges(context: Context, filter: Filter): BoundedQueue<TransactionalMail> {
  const { access, scope, installation } = context;
  if (!access) throw new UnauthenticatedError();
  let stopWatching = () => {};
  const changes = installation.mailFeed.read(
    scope.team.id,
    {
      template: filter.template ?? undefined,
      recipient: filter.recipient == null ? undefined : (normaliseEmail(filter.recipient) ?? ''),
      ids: filter.ids ? new Set(filter.ids.map((id) => id.toLowerCase())) : undefined,
    },
    () => stopWatching(),
  );
  stopWatching = installation.access.watch(access, () => changes.end(new ForbiddenError('The access has ended.')));
  return changes;
}
