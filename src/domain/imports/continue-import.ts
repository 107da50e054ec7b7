import { spareConnection } from '../../database/spare-connections.ts';
import type { Scope } from '../../scope.ts';
import { doChunk, type Place } from './do-chunk.ts';

/** Chunks of an import that a worker may have in hand at the same time, each on a connection of its own. */
const AT_ONCE = 3;

/**
 * Does the next chunks of an import and stops with the first that is begun when `isOver`: by default it does one. The last
 * schedules the chunk after it. Returns whether more chunks are left for the caller: false when the import is finished, its
 * team is suspended, or another worker has it. Not for use inside a transaction.
 *
 * A chunk is begun as soon as the one before it has locked and read all that it needs, so that PostgreSQL and this process
 * are both busy. They commit in the order of the file (docs/adr/0059).
 */
export async function continueImport(scope: Scope, importId: string, isOver = () => true): Promise<boolean> {
  const inHand: Promise<Place | undefined>[] = [];
  const spares: (() => void)[] = [];
  try {
    let next: Place | undefined = {};
    for (let isLast = false; next && !isLast; ) {
      while (inHand.length > spares.length) {
        const spare = spares.length < AT_ONCE - 1 ? spareConnection(scope.db) : undefined;
        if (spare) spares.push(spare);
        else await inHand.shift();
      }
      isLast = isOver();
      const { locked, done } = begin(scope, importId, next, isLast);
      inHand.push(done);
      next = await locked;
    }
    for (const done of inHand) next = await done;
    return next !== undefined;
  } finally {
    await Promise.allSettled(inHand); // when one fails, those after it do
    for (const giveBack of spares) giveBack();
  }
}

/** Begins a chunk. `locked` says where the next one is as soon as it may begin, `done` when this one is committed. */
function begin(scope: Scope, importId: string, place: Place, isLast: boolean) {
  let onLocked!: (next?: Place) => void;
  const locked = new Promise<Place | undefined>((resolve) => {
    onLocked = resolve;
  });
  const done: Promise<Place | undefined> = doChunk(scope, importId, place, {
    isLast,
    onLocked: (next) => onLocked({ ...next, before: done }),
  });
  done.then(onLocked, () => onLocked()); // it may have been told already
  return { locked, done };
}
