import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canContinue } from '../../../src/rest/cursor.ts';
import { routes } from '../../../src/rest/v1/index.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { all, makeSegment } from '../../support/segments.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await subscribeMany(
    api,
    list,
    Array.from({ length: 7 }, (_, index) => ({ email: `p${index}@cursor.test`, tags: [`t${index}`] })),
  );
  await api.rest('POST', '/templates', TEMPLATE);
  for (const name of ['a', 'b', 'c']) {
    await makeCampaign(api, list, { name });
    await makeList(api);
    await makeSegment(api, list, all({ type: 'email', operator: 'contains', value: name }));
    await api.rest('POST', '/templates', { ...TEMPLATE, name: `${TEMPLATE.name} ${name}` });
    await api.rest('POST', '/fields', { key: `field_${name}`, label: name, type: 'text' });
    await api.rest('POST', '/suppressions', { email: `${name}@suppressed.test` });
    await api.rest('POST', '/events', { email: 'p1@cursor.test', name: `event ${name}` });
    await api.rest('POST', '/conversions', { email: 'p1@cursor.test', value: 5, currency: 'EUR', reference: name });
    const mail = { from: 'a@shop.test', to: [`${name}@people.test`], subject: name, html: '<p>Hi</p>' };
    await api.rest('POST', '/transactional-mails', mail);
  }
});
afterAll(() => api.close());

type Row = Record<string, unknown>;
const NEXT = 'x-next-cursor';

/** Reads a page. `query` begins with a question mark. */
async function read(path: string, query: string) {
  const { status, body, headers } = await api.rest('GET', `${path}${query}`);
  expect([status, body.errors]).toEqual([200, undefined]);
  return { rows: body.data as Row[], body, next: headers[NEXT] as string | undefined };
}

/** All rows, page by page after the cursor. `between` runs after each page. */
async function walk(path: string, query: string, between?: (page: number) => Promise<unknown>): Promise<Row[]> {
  let { rows, next } = await read(path, query);
  const found = [...rows];
  for (let page = 1; next !== undefined; page++) {
    await between?.(page);
    ({ rows, next } = await read(path, `${query}&after=${next}`));
    found.push(...rows);
  }
  return found;
}

const subscribers = () => `/lists/${list}/subscribers`;

test('a walk by cursors returns what numbered pages return, in the same order', async () => {
  for (const query of ['?per_page=2', '?per_page=3&sort=email', '?per_page=1&status=subscribed&sort=-created_at']) {
    const { rows } = await read(subscribers(), query.replace(/per_page=\d/, 'per_page=100'));
    expect(rows).toHaveLength(7);
    expect(await walk(subscribers(), query)).toEqual(rows);
  }
});

test.each(
  routes
    .filter(({ method, path, document }) => method === 'GET' && !path.includes(':') && canContinue(document))
    .map(({ path }) => path),
)('GET %s continues after a cursor', async (path) => {
  if (path === '/request-log') await failThrice();
  const email = ['/subscribers', '/events'].includes(path) ? '&email=p1@cursor.test' : '';
  const query = QUERIES[path] ?? '?';
  const answer = await api.rest('GET', `${path}${query}&per_page=100${email}`);
  if (answer.status === 403) return; // only for members
  expect(answer.status).toBe(200);
  expect(await walk(path, `${query}&per_page=1${email}`)).toEqual(answer.body.data);
});

const QUERIES: Record<string, string> = {
  '/people/search': '?search=p1',
  '/request-log': '?failed=true', // this walk adds calls that succeed
};

/** Makes three failed calls, and waits for them in the log. */
async function failThrice(): Promise<void> {
  for (let call = 0; call < 3; call++) await api.rest('GET', '/nothing');
  const failed = async () => (await read('/request-log', '?failed=true')).rows.length;
  await expect.poll(failed, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
}

test('rows added and deleted meanwhile are neither skipped nor repeated', async () => {
  const own = await makeList(api);
  const people = Array.from({ length: 6 }, (_, index) => ({ email: `m${index}@moving.test` }));
  await subscribeMany(api, own, people);
  const path = `/lists/${own}/subscribers`;
  const { rows: before } = await read(path, '?per_page=100&sort=email');
  const found = await walk(path, '?per_page=2&sort=email', async (page) => {
    if (page !== 1) return;
    await api.rest('DELETE', `/subscribers/${before[0]!.id}`);
    await subscribeMany(api, own, [{ email: 'a-first@moving.test' }]);
    await subscribeMany(api, own, [{ email: 'm1b@moving.test' }]);
  });
  expect(found.map(({ email }) => email)).toEqual([
    ...['m0@moving.test', 'm1@moving.test', 'm1b@moving.test', 'm2@moving.test'],
    ...['m3@moving.test', 'm4@moving.test', 'm5@moving.test'],
  ]);
});

describe('the envelope after a cursor', () => {
  test('is the one of numbered pages, with the total of the first page', async () => {
    const first = await read(subscribers(), '?per_page=3&sort=email');
    const second = await read(subscribers(), `?per_page=3&sort=email&after=${first.next}`);
    expect(second.body.meta).toEqual({
      ...first.body.meta,
      ...{ current_page: 2, from: 4, to: 6 },
    });
    const { links } = second.body;
    expect(new URL(links.next).searchParams.get('after')).toBe(second.next);
    expect([links.first, links.prev, links.last].map((link) => new URL(link).search)).toEqual([
      '?per_page=3&sort=email&page=1',
      '?per_page=3&sort=email&page=1',
      '?per_page=3&sort=email&page=3',
    ]);
    const last = await read(subscribers(), `?per_page=3&sort=email&after=${second.next}`);
    expect([last.rows.length, last.next, last.body.links.next]).toEqual([1, undefined, null]);
    expect(last.body.meta).toMatchObject({ from: 7, to: 7, total: 7 });
  });

  test('grows with rows that were added meanwhile', async () => {
    const own = await makeList(api);
    await subscribeMany(api, own, [{ email: 'g1@growing.test' }, { email: 'g2@growing.test' }]);
    const path = `/lists/${own}/subscribers`;
    const { next } = await read(path, '?per_page=1&sort=email');
    await subscribeMany(api, own, [{ email: 'g3@growing.test' }]);
    const { body } = await read(path, `?per_page=50&sort=email&after=${next}`);
    expect(body.meta).toMatchObject({ from: 2, to: 3, total: 3 });
  });
});

test.each([
  ['nonsense', 'X-Next-Cursor'],
  [Buffer.from('[1,2]').toString('base64url'), 'X-Next-Cursor'],
  [Buffer.from('[-1,2,"a"]').toString('base64url'), 'X-Next-Cursor'],
  [Buffer.from('[1,2,"a","b"]').toString('base64url'), 'X-Next-Cursor'],
  [Buffer.from('[1,2,"a"]').toString('base64url'), 'not a cursor of this list'],
  ['a&after=b', 'X-Next-Cursor'],
])('after=%s is refused by name', async (after, problem) => {
  const { status, body } = await api.rest('GET', `${subscribers()}?after=${after}`);
  expect([status, Object.keys(body.errors)]).toEqual([422, ['after']]);
  expect(body.errors.after[0]).toContain(problem);
});

test('a cursor of another order is refused, and a page number beside a cursor too', async () => {
  const { next } = await read(subscribers(), '?per_page=2&sort=email');
  const other = await api.rest('GET', `${subscribers()}?per_page=2&sort=created_at&after=${next}`);
  expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['after']]);
  const both = await api.rest('GET', `${subscribers()}?page=2&after=${next}`);
  expect([both.status, Object.keys(both.body.errors)]).toEqual([422, ['page']]);
});

test('another team reads only its own rows with a cursor', async () => {
  const { next } = await read('/lists', '?per_page=1');
  const other = await openTestApp();
  const { status, body } = await other.rest('GET', `/lists?after=${next}`);
  expect([status, body.data]).toEqual([200, []]);
  await other.close();
});

test('a blank cursor is none', async () => {
  const { rows } = await read(subscribers(), '?after=&per_page=3');
  expect(rows).toEqual((await read(subscribers(), '?per_page=3')).rows);
});
