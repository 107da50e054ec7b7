import { describe, expect, test } from 'vitest';
import { type LinkPurpose, Links } from '../../src/crypto/links.ts';
import { NotFoundError } from '../../src/errors.ts';
import { newId } from '../../src/ids.ts';

const PURPOSES: LinkPurpose[] = ['confirm', 'unsubscribe', 'preferences'];
const links = new Links('a secret that nobody knows but us', 'https://mail.shop.test/base');
const tokenOf = (url: string) => url.split('/').at(-1)!;

describe('a link', () => {
  test.each([1, 7, 2 ** 31 - 1])('of team %i resolves to its subject', (teamId) => {
    for (const purpose of PURPOSES) {
      const subject = { teamId, id: newId() };
      const url = links.url(purpose, subject);
      expect(url).toMatch(new RegExp(`^https://mail\\.shop\\.test/base/${purpose}/[\\w-]{48}$`));
      expect(links.read(purpose, tokenOf(url))).toEqual(subject);
    }
  });

  test('is the same each time it is made', () => {
    const subject = { teamId: 1, id: newId() };
    expect(links.url('confirm', subject)).toBe(links.url('confirm', subject));
  });

  test('does not reveal its team or subject', () => {
    const id = '0197a000-0000-7000-8000-000000000000';
    const tokens = [1, 2, 3].map((teamId) => Buffer.from(tokenOf(links.url('confirm', { teamId, id })), 'base64url'));
    for (const token of tokens) {
      expect(token.toString('hex')).not.toContain('0197a000');
      expect(token.toString('hex')).not.toContain('0000007000');
    }
    expect(new Set(tokens.map((token) => token.subarray(20).toString('hex'))).size).toBe(3);
  });

  test('is invalid for another purpose or another secret', () => {
    const subject = { teamId: 1, id: newId() };
    const others = new Links('a secret that somebody else made up', 'https://mail.shop.test');
    for (const purpose of PURPOSES) {
      const token = tokenOf(links.url(purpose, subject));
      for (const other of PURPOSES) {
        if (other !== purpose) expect(() => links.read(other, token)).toThrow(NotFoundError);
      }
      expect(() => others.read(purpose, token)).toThrow(NotFoundError);
    }
  });

  test('is provided as template variables', () => {
    const subject = { teamId: 1, id: newId() };
    expect(links.variables(subject)).toEqual({
      confirmation_url: links.url('confirm', subject),
      unsubscribe_url: links.url('unsubscribe', subject),
      preferences_url: links.url('preferences', subject),
    });
  });
});
