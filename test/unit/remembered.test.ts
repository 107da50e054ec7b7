import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { remembered } from '../../src/async/remembered.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MB = 1024 * 1024;

function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / MB;
}

test('the result for a text is kept and not computed again', () => {
  const asked: string[] = [];
  const upper = remembered((text) => {
    asked.push(text);
    return text.toUpperCase();
  });
  expect(['a', 'b', 'a'].map(upper)).toEqual(['A', 'B', 'A']);
  expect(asked).toEqual(['a', 'b']);
});

test('a remembered address does not keep its message in memory', () => {
  const trimmed = remembered((text) => text.slice(1, -1));
  const addressOf = (message: string) => message.slice(10, 60);
  const before = heapMb();
  for (let number = 0; number < 100; number++) {
    const link = `"https://shop.test/leave/${number}?key=0123456789abcdef"`;
    trimmed(addressOf(`0123456789${link}${'x'.repeat(MB)}`.normalize()));
  }
  expect(heapMb() - before).toBeLessThan(20);
});
