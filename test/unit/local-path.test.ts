import { expect, test } from 'vitest';
import { localPath } from '../../src/account/return-url.ts';

test.each([
  ['/people?list=0197f3a1&search=ann%40shop.test', '/people?list=0197f3a1&search=ann%40shop.test'],
  ['/people#top', '/people#top'],
  ['/', '/'],
  ['/people?to=https://evil.example', '/people?to=https://evil.example'],
  ['/people/../today', '/today'],
  ['/people?search=Zoë', '/people?search=Zo%C3%AB'],
])('%s is a local path', (text, path) => {
  expect(localPath(text)).toBe(path);
});

test.each([
  ...[
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    '/.//evil.example',
  ],
  ...[
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/%2e%2e//evil.example',
    'https://evil.example',
    'http:evil.example',
  ],
  ...['javascript:alert(1)', 'data:text/html,x', 'evil.example', '@evil.example', '', ' /people', '/\t/evil.example'],
  ...['/\n/evil.example', '/people\r\nSet-Cookie: a=b', '/\0', `/${'x'.repeat(1_000)}`, '/sign-in', '/sign-in/link/x'],
  ...['/./sign-in?to=/people', '//here.invalid@evil.example/'],
  ...[undefined, null, 7, ['/people'], {}],
])('%j is not a local path', (text) => {
  expect(localPath(text)).toBeUndefined();
});
