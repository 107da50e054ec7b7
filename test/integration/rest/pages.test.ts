import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';

let api: TestApp;
/** Newest first. */
const ids: string[] = [];

beforeAll(async () => {
  api = await openTestApp();
  for (let number = 0; number < 7; number += 1) ids.unshift(await makeList(api, { name: `List ${number}` }));
});
afterAll(() => api.close());

const get = async (query: string) => (await api.rest('GET', `/lists${query}`)).body;
const path = 'http://localhost:80/v1/lists';

test('a page in the middle has all links, which keep other parameters', async () => {
  const segments: string[] = [];
  const conditions = { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] };
  for (const letter of 'ABCDEFG') {
    const segment = { name: `a&b c ${letter}`, conditions };
    const { body } = await api.rest('POST', `/lists/${ids[0]}/segments`, segment);
    segments.unshift(body.data.id);
  }
  const { body } = await api.rest('GET', '/segments?per_page=3&page=2&search=a%26b%20c');
  const path = 'http://localhost:80/v1/segments';
  const link = (page: number) => `${path}?per_page=3&search=a%26b+c&page=${page}`;
  expect(body.data.map((segment: { id: string }) => segment.id)).toEqual(segments.slice(3, 6));
  expect(body.links).toEqual({ first: link(1), last: link(3), prev: link(1), next: link(3) });
  expect(body.meta).toEqual({ current_page: 2, from: 4, last_page: 3, path, per_page: 3, to: 6, total: 7 });
  expect(Object.keys(body)).toEqual(['data', 'links', 'meta']);
});

test('the first page has no previous page, the last no next page', async () => {
  const first = await get('?per_page=3');
  expect(first.links).toMatchObject({ prev: null, next: `${path}?per_page=3&page=2` });
  const last = await get('?per_page=3&page=3');
  expect(last.links).toMatchObject({ prev: `${path}?per_page=3&page=2`, next: null });
  expect(last.meta).toMatchObject({ from: 7, to: 7 });
});

test('the default is the first 15 rows', async () => {
  const body = await get('');
  expect(body.data).toHaveLength(7);
  expect(body.links).toEqual({ first: `${path}?page=1`, last: `${path}?page=1`, prev: null, next: null });
  expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 1, path, per_page: 15, to: 7, total: 7 });
});

test.each(['9', '1000000000'])('page %s is past the end, and empty', async (page) => {
  const body = await get(`?per_page=3&page=${page}`);
  expect(body.data).toEqual([]);
  expect(body.links).toMatchObject({ prev: `${path}?per_page=3&page=3`, next: null });
  expect(body.meta).toMatchObject({ current_page: Number(page), from: null, to: null, last_page: 3, total: 7 });
});

test('an empty list has one empty page', async () => {
  const { body } = await api.rest('GET', '/templates');
  expect(body.data).toEqual([]);
  expect(body.meta).toMatchObject({ current_page: 1, from: null, to: null, last_page: 1, total: 0 });
  expect(body.links).toMatchObject({ prev: null, next: null });
});

test('following the links shows every row once, newest first', async () => {
  const seen: string[] = [];
  let next: string | undefined = '/lists?per_page=2';
  while (next) {
    const { body }: Answer = await api.rest('GET', next);
    seen.push(...body.data.map((list: { id: string }) => list.id));
    next = body.links.next?.replace('http://localhost:80/v1', '');
  }
  expect(seen).toEqual(ids);
});

describe.each([
  ['/lists', 100],
  ['/templates', 100],
  ['/transactional-mails', 100],
  ['/events?email=a@people.test', 200],
  ['/lists/:list/subscribers', 100],
  ['/fields', 100],
  ['/tags', 100],
  ['/suppressions', 100],
])('%s', (route, max) => {
  const url = () => `${route.replace(':list', ids[0] as string)}${route.includes('?') ? '&' : '?'}`;

  test.each(['0', '-1', 'x', '1.5', '', '%00', '1e2', '9999999999999', '1&per_page=2', String(max + 1)])(
    'refuses per_page=%s',
    async (value) => {
      const { status, body } = await api.rest('GET', `${url()}per_page=${value}`);
      const message = `The per_page field must be an integer between 1 and ${max}.`;
      expect([status, body]).toEqual([422, { message, errors: { per_page: [message] } }]);
    },
  );

  test.each(['0', '-1', 'x', '1.5', '', '99999999999'])('refuses page=%s', async (value) => {
    const { status, body } = await api.rest('GET', `${url()}page=${value}`);
    const message = 'The page field must be an integer of at least 1.';
    expect([status, body]).toEqual([422, { message, errors: { page: [message] } }]);
  });

  test.each([1, max])('accepts per_page=%s', async (value) => {
    const { status, body } = await api.rest('GET', `${url()}per_page=${value}`);
    expect([status, body.meta.per_page]).toEqual([200, value]);
  });
});

test('both parameters are validated together', async () => {
  const { body } = await api.rest('GET', '/lists?page=0&per_page=0');
  expect(Object.keys(body.errors)).toEqual(['page', 'per_page']);
  expect(body.message).toBe('The page field must be an integer of at least 1. (and 1 more error)');
});
