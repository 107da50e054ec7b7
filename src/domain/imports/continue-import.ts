import { spareConnection } from '../../database/spare-connections.ts';
import type { Scope } from '../../scope.ts';
import { doChunk, type Position } from './do-chunk.ts';

/** Chunks of an import that a worker may process in parallel, each on its own connection. */
const AT_ONCE = 3;

/**
 * Does the next chunks of an import. The first chunk started when `isOver` returns true is the last, by default the very
 * first; it schedules the next one. Returns whether more chunks are left for the caller: false if the import is finished,
 * its team is suspended, or another worker has it. Not for use inside a transaction. A chunk starts as soon as the previous
 * one has its locks and data, so that PostgreSQL and this process are both busy. They commit in file order (docs/adr/0059).
 */
export async function continueImport(scope: Scope, importId: string, isOver = () => true): Promise<boolean> {
  const inHand: Promise<Position | undefined>[] = [];
  const spares: (() => void)[] = [];
  try {
    let next: Position | undefined = {};
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
    await Promise.allSettled(inHand); // if one fails, later ones fail too
    for (const giveBack of spares) giveBack();
  }
}

/** Begins a chunk. `locked` gives the next chunk's position once it may begin, `done` once this one is committed. */
function begin(scope: Scope, importId: string, position: Position, isLast: boolean) {
  let onLocked!: (next?: Position) => void;
  const locked = new Promise<Position | undefined>((resolve) => {
    onLocked = resolve;
  });
  const done: Promise<Position | undefined> = doChunk(scope, importId, position, {
    isLast,
    onLocked: (next) => onLocked({ ...next, before: done }),
  });
  done.then(onLocked, () => onLocked()); // onLocked may have been called already
  return { locked, done };
}
