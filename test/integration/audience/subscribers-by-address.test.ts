import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
});
afterAll(() => api.close());

test('an address finds its subscribers on all lists', async () => {
  const email = 'found@people.test';
  const second = await makeList(api, { name: 'Second' });
  for (const one of [list, second]) await subscribe(api, one, [{ email, first_name: 'Found' }]);
  const { status, body } = await api.rest('GET', '/subscribers?email=FOUND@people.test&per_page=1');
  expect([status, body.meta.total, body.data[0].list]).toEqual([200, 2, second]);
  const next = await api.rest(
    'GET',
    new URL(body.links.next).pathname.replace('/v1', '') + new URL(body.links.next).search,
  );
  expect(next.body.data).toMatchObject([{ email, list, first_name: 'Found', status: 'subscribed' }]);
  const one = await api.rest('GET', `/subscribers/${next.body.data[0].id}`);
  expect(next.body.data[0]).toEqual(one.body.data);
  expect((await api.rest('GET', '/subscribers?email=nobody@people.test')).body.data).toEqual([]);
  expect(
    (await api.rest('GET', `/subscribers?email=${email}`, undefined, { token: api.otherToken })).body.data,
  ).toEqual([]);
  for (const query of ['', '?email=x']) {
    const refused = await api.rest('GET', `/subscribers${query}`);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['email']]);
  }
});
