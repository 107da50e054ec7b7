import pg from 'pg';
import { afterAll, expect } from 'vitest';

/**
 * Calls that the next version of `pg` refuses. It warns once per process, and for statements at the same time on a connection only
 * from the third on, so the second is noted here.
 */
const refused: string[] = [];
const busy = new WeakSet<object>();
const note = ({ message, stack }: Error): void => {
  if (message.includes('pg@')) refused.push(stack ?? message);
};
process.on('warning', note);

/** The job runner stops listening while its own LISTEN may still be on the way. */
const noteStack = (stack: string): void => {
  if (!/unlistenForChanges .*graphile-worker/.test(stack)) refused.push(stack);
};

const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
const { query } = prototype;
prototype.query = function (this: object, ...args: unknown[]) {
  if (busy.has(this)) noteStack(new Error('a statement while its connection is busy').stack!);
  const result = query.apply(this, args);
  if (result instanceof Promise) {
    busy.add(this);
    const end = () => busy.delete(this);
    result.then(end, end);
  }
  return result;
};

afterAll(async () => {
  prototype.query = query;
  await new Promise(setImmediate); // warnings come a moment later
  process.off('warning', note);
  expect(refused, 'calls that the next version of pg refuses').toEqual([]);
});
