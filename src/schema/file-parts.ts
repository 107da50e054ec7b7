import { withCleanup } from '../async/with-cleanup.ts';
import { type ExpectedError, UnauthenticatedError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import type { Context } from './context.ts';

/** The parts of a file opened by `open`. Ends with the access. Throws like `open`. */
export async function fileParts(
  context: Context,
  open: (scope: Scope) => Promise<AsyncGenerator<string>>,
): Promise<AsyncGenerator<string>> {
  const { access, installation, scope } = context;
  if (!access) throw new UnauthenticatedError();
  const parts = await open(scope);
  let ended: ExpectedError | undefined;
  const stopWatching = installation.access.watch(access, (why) => {
    ended = why;
  });
  async function* watched() {
    for await (const part of parts) {
      if (ended) throw ended;
      yield part;
    }
  }
  return withCleanup(watched(), () => {
    stopWatching();
    return parts.return(undefined);
  });
}
