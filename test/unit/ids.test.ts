import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isId, newId, personKey } from '../../src/ids.ts';

test('identifiers are version 7, unique, and sort by creation', () => {
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.every((id) => isId(id) && id[14] === '7' && '89ab'.includes(id[19]!))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});

test('the key of a person never changes, as stored rows use it', () => {
  expect(personKey(7, 'anna@people.test')).toBe('d6f507d2-449b-8867-a862-2002ea7fc936');
  for (let team = 0; team < 100; team++) {
    const bytes = createHash('sha256').update(`${team}:anna@people.test`).digest().subarray(0, 16);
    bytes[6] = (bytes[6]! & 0x0f) | 0x80;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    expect(personKey(team, 'anna@people.test').replaceAll('-', '')).toBe(bytes.toString('hex'));
  }
});
