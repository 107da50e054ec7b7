import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const post = (body: object) => api.rest('POST', '/events', body);
const eventsOf = async (email: string) =>
  (await api.rest('GET', `/events?email=${encodeURIComponent(email)}`)).body.data;

test('events are found by address in any spelling', async () => {
  await post({ email: ' Zoe@BÜCHER.example ', name: 'visit' });
  for (const email of ['zoe@bücher.example', 'ZOE@xn--bcher-kva.EXAMPLE', '  zoe@Bücher.example']) {
    expect(await eventsOf(email)).toMatchObject([{ email: 'zoe@xn--bcher-kva.example', name: 'visit' }]);
  }
});

test('events are filtered by name, and empty for an unknown address', async () => {
  await post({ events: ['a', 'b', 'a'].map((name) => ({ email: 'cid@people.test', name })) });
  const { body } = await api.rest('GET', '/events?email=cid@people.test&name=a');
  expect(body).toMatchObject({ data: [{ name: 'a' }, { name: 'a' }], meta: { total: 2, per_page: 50 } });
  const { body: none } = await api.rest('GET', '/events?email=nobody@people.test');
  expect(none).toMatchObject({ data: [], meta: { total: 0, from: null, to: null } });
});

test.each([
  ['', 'email', 'is required.'],
  ['email=', 'email', 'is required.'],
  ['email=x', 'email', 'must be a valid email address.'],
  ['email=a@b.test&email=c@d.test', 'email', 'must be a valid email address.'],
  ['email=a@b.test&name=%00', 'name', 'must not contain NUL or broken characters.'],
])('events cannot be read with ?%s', async (query, field, problem) => {
  const { status, body } = await api.rest('GET', `/events?${query}`);
  const message = `The ${field} field ${problem}`;
  expect([status, body]).toEqual([422, { message, errors: { [field]: [message] } }]);
});
