import { describe, expect, test } from 'vitest';
import { fromBase32, toBase32 } from '../../src/crypto/base32.ts';
import { ReturnPaths } from '../../src/crypto/return-paths.ts';
import { newId } from '../../src/ids.ts';

const SECRET = 'the secret of the tests, 32 long';
const paths = new ReturnPaths(SECRET, 'bounces.test');

describe('base32', () => {
  test.each([
    ['', ''],
    ['f', 'my'],
    ['fo', 'mzxq'],
    ['foo', 'mzxw6'],
    ['foob', 'mzxw6yq'],
    ['fooba', 'mzxw6ytb'],
    ['foobar', 'mzxw6ytboi'],
  ])('of "%s" is %s (RFC 4648), in either case', (text, encoded) => {
    expect(toBase32(Buffer.from(text))).toBe(encoded);
    expect(fromBase32(encoded)?.toString()).toBe(text);
    expect(fromBase32(encoded.toUpperCase())?.toString()).toBe(text);
  });

  test.each(['mz1', 'mzxw6==', 'mzxx', 'm', 'mzxw6y', 'ſzxq'])('%s is invalid', (text) => {
    expect(fromBase32(text)).toBeUndefined();
  });
});

test('a thousand messages have readable addresses of at most 64 octets, even in capitals', () => {
  for (let index = 0; index < 1_000; index += 1) {
    const message = { teamId: index % 2 ? index : 2 ** 31 - 1 - index, id: newId() };
    const address = paths.address(message);
    expect(address.split('@')[0]!.length).toBeLessThanOrEqual(64);
    expect(paths.read(address)).toEqual(message);
    expect(paths.read(address.toUpperCase())).toEqual(message);
    expect(paths.address(message)).toBe(address);
  }
});

test('addresses of another secret, domain or purpose are not read', () => {
  const address = paths.address({ teamId: 1, id: newId() });
  expect(new ReturnPaths('another secret that has 32 letters', 'bounces.test').read(address)).toBeUndefined();
  expect(new ReturnPaths(SECRET, 'bounces2.test').read(address)).toBeUndefined();
  expect(paths.read(address.replace('b-', 'c-'))).toBeUndefined();
});
