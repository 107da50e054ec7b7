import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce } from '../../src/async/coalesce.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Calls with batches that end on command. */
function open() {
  const batches: { items: string[]; end(): void }[] = [];
  const call = coalesce(
    (items: readonly string[]) =>
      new Promise<string[]>((resolve) => {
        batches.push({ items: [...items], end: () => resolve([...items]) });
      }),
    { max: 100, parallel: 1, lingerMs: 3 },
  );
  const callAll = (...items: string[]) => void Promise.all(items.map(call));
  const begun = async () => {
    await turn();
    return batches.map(({ items }) => items.join(' '));
  };
  const end = async () => {
    batches.at(-1)?.end();
    await turn();
  };
  return { callAll, begun, end };
}

test('callers that return right after an answer share the next batch', async () => {
  const { callAll, begun, end } = open();
  callAll('a', 'b', 'c');
  expect(await begun()).toEqual(['a b c']);
  await end();
  callAll('d');
  expect(await begun()).toEqual(['a b c']);
  vi.advanceTimersByTime(1);
  callAll('e', 'f');
  expect(await begun()).toEqual(['a b c', 'd e f']);
});

test('fewer callers wait for three milliseconds', async () => {
  const { callAll, begun, end } = open();
  callAll('a', 'b', 'c');
  await begun();
  await end();
  callAll('d');
  vi.advanceTimersByTime(2);
  expect(await begun()).toEqual(['a b c']);
  vi.advanceTimersByTime(1);
  expect(await begun()).toEqual(['a b c', 'd']);
});

test('neither a lone caller nor a later one waits', async () => {
  const { callAll, begun, end } = open();
  callAll('a');
  await begun();
  await end();
  callAll('b');
  expect(await begun()).toEqual(['a', 'b']);
  callAll('c', 'd');
  await end();
  await begun();
  await end();
  vi.advanceTimersByTime(4);
  callAll('e');
  expect(await begun()).toEqual(['a', 'b', 'c d', 'e']);
});
