import { describe, expect, test } from 'vitest';
import { normaliseEmail } from '../../../src/validation/email.ts';

describe('an address', () => {
  test.each([
    'a@b.co',
    'anna.maria+news_1@mail-2.people.example',
    `${'a'.repeat(64)}@people.test`,
    `a@${'b'.repeat(63)}.test`,
  ])('is kept as it is when it is plain: %s', (address) => {
    expect(normaliseEmail(address)).toBe(address);
  });

  test.each([
    [' Anna@People.Test\t', 'anna@people.test'],
    ['jörg@bücher.test', 'jörg@xn--bcher-kva.test'],
    ['a@xn--bcher-kva.test', 'a@xn--bcher-kva.test'],
    ["o'neil@people.test", "o'neil@people.test"],
  ])('has one normal form: %s', (address, normal) => {
    expect(normaliseEmail(address)).toBe(normal);
  });

  test.each([
    'a',
    'a@localhost',
    '@people.test',
    'a..b@people.test',
    '.a@people.test',
    'a@-people.test',
    'a@people-.test',
    'a@people..test',
    'a@people.test.',
    'a@1.2.3.4',
    'a@xn--a.test',
    'a@people.xn--a',
    'a@people.test\n',
    'a b@people.test',
    `${'a'.repeat(65)}@people.test`,
    `a@${'b'.repeat(64)}.test`,
  ])('is none: %j', (address) => {
    expect(normaliseEmail(address)).toBeUndefined();
  });
});
