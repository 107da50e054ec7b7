import { withCleanup } from '../async/with-cleanup.ts';
import { exportSubscribers } from '../domain/exports/export-subscribers.ts';
import { ForbiddenError, UnauthenticatedError } from '../errors.ts';
import type { Context } from './context.ts';

type Request = Parameters<typeof exportSubscribers>[2];

/** The parts of an export; it ends when the access does. Throws as exportSubscribers. */
export async function exportParts(
  context: Context,
  listId: unknown,
  request: Request,
): Promise<AsyncGenerator<string>> {
  const { access, installation, scope } = context;
  if (!access) throw new UnauthenticatedError();
  const parts = await exportSubscribers(scope, listId, request);
  let ended = false;
  const stopWatching = installation.access.watch(access, () => {
    ended = true;
  });
  async function* watched() {
    for await (const part of parts) {
      if (ended) throw new ForbiddenError('The access has ended.');
      yield part;
    }
  }
  return withCleanup(watched(), () => {
    stopWatching();
    return parts.return(undefined);
  });
}
