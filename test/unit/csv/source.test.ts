import { afterEach, expect, test, vi } from 'vitest';
import { bytesOf } from '../../../src/domain/imports/csv/source.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a sender idle for a minute is given up, and a slow one is not', async () => {
  vi.useFakeTimers();
  let closed = false;
  const send: ((chunk: Uint8Array) => void)[] = [];
  const sending: AsyncIterableIterator<Uint8Array> = {
    next: () => new Promise((resolve) => send.push((value) => resolve({ done: false, value }))),
    return: async () => {
      closed = true;
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => sending,
  };
  const bytes = bytesOf(sending)[Symbol.asyncIterator]();
  for (const letter of 'abc') {
    const next = bytes.next();
    await vi.advanceTimersByTimeAsync(59_000);
    send.pop()?.(Buffer.from(letter));
    expect(await next).toEqual({ done: false, value: Buffer.from(letter) });
  }
  const refused = expect(bytes.next()).rejects.toThrow('is incomplete: nothing arrived for a minute.');
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(closed).toBe(true);
});
