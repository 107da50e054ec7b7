import { describe, expect, test } from 'vitest';
import { normaliseEmail } from '../../../src/validation/email.ts';

describe('an address', () => {
  test.each([
    'a@b.co',
    'anna.maria+news_1@mail-2.people.example',
    `${'a'.repeat(64)}@people.test`,
    `a@${'b'.repeat(63)}.test`,
  ])('is unchanged if plain: %s', (address) => {
    expect(normaliseEmail(address)).toBe(address);
  });

  test.each([
    [' Anna@People.Test\t', 'anna@people.test'],
    ['jörg@bücher.test', 'jörg@xn--bcher-kva.test'],
    ['a@xn--bcher-kva.test', 'a@xn--bcher-kva.test'],
    ["o'neil@people.test", "o'neil@people.test"],
    ['A.B..C.@Docomo.ne.jp', 'a.b..c.@docomo.ne.jp'],
    ['user.@a2.ezweb.ne.jp', 'user.@a2.ezweb.ne.jp'],
    ['user_.-.@au.com', 'user_.-.@au.com'],
    ['a@example.xn--p1ai', 'a@example.xn--p1ai'],
    ['a@пример.рф', 'a@xn--e1afmkfd.xn--p1ai'],
  ])('has one normal form: %s', (address, normal) => {
    expect(normaliseEmail(address)).toBe(normal);
  });

  test.each([
    'a',
    'a@localhost',
    '@people.test',
    'a..b@people.test',
    '.a@people.test',
    'a.@people.test',
    '.a@docomo.ne.jp',
    '"a."@docomo.ne.jp',
    'a"b.@docomo.ne.jp',
    'a.@notdocomo.ne.jp',
    'a.@docomo.ne.jp.people.test',
    `${'a.'.repeat(33)}@docomo.ne.jp`,
    'a@-people.test',
    'a@people-.test',
    'a@people..test',
    'a@people.test.',
    'a@1.2.3.4',
    'a@people.c0m',
    'a@people.c0',
    'a@people.com1',
    'a@people.c-m',
    'ä@people.c0m',
    'a@xn--a.test',
    'a@people.xn--a',
    'a@people.test\n',
    'a b@people.test',
    `${'a'.repeat(65)}@people.test`,
    `a@${'b'.repeat(64)}.test`,
  ])('is invalid: %j', (address) => {
    expect(normaliseEmail(address)).toBeUndefined();
  });
});
