import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { linkOf, visit } from '../../support/pages.ts';
import { clockOf } from '../../support/simulated-clock.ts';

let api: TestApp;
let list: string;
let person = 0;
let email: string;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  list = await makeList(api);
});
afterAll(() => api.close());
beforeEach(() => {
  email = `asks${person++}@people.test`;
});

const set = async (preferences: object) => api.rest('PATCH', '/people/preferences', { email, ...preferences });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const profile = async () => (await api.rest('GET', `/people?email=${email}`)).body.data;
const NONE = { tracked: true, paused_until: null, frequency: null };

test('a pause is set and ended for any person, and shown with the person, in the export and on their page', async () => {
  const [subscriber] = (await subscribe(api, list, [{ email }])).data;
  const paused_until = inDays(10);
  const answer = await set({ paused_until });
  expect([answer.status, answer.body.data]).toEqual([200, { email, ...NONE, paused_until }]);
  expect(await profile()).toMatchObject({ ...NONE, paused_until });
  expect((await api.rest('GET', `/people/export?email=${email}`)).body.data).toMatchObject({ ...NONE, paused_until });
  expect((await visit(api, 'GET', linkOf(api, 'preferences', subscriber.id))).text).toContain('value="resume"');

  expect((await set({ paused_until: null })).body.data).toEqual({ email, ...NONE });
  expect((await visit(api, 'GET', linkOf(api, 'preferences', subscriber.id))).text).toContain('value="pause"');
  email = 'unknown@people.test';
  await set({ paused_until });
  expect(await profile()).toMatchObject({ paused_until });
});

test('a pause ends by itself', async () => {
  await set({ paused_until: inDays(2), tracked: false });
  await clockOf(api).set(inDays(3));
  expect(await profile()).toMatchObject({ tracked: false, paused_until: null });
  expect((await set({})).body.data).toEqual({ email, ...NONE, tracked: false });
  await clockOf(api).set(inDays(0));
});

test('the frequency takes any numbers, which the page shows and keeps until the person chooses', async () => {
  const [{ id }] = (await subscribe(api, list, [{ email }])).data;
  const frequency = { messages: 2, days: 14 };
  expect((await set({ frequency })).body.data).toEqual({ email, ...NONE, frequency });
  const page = linkOf(api, 'preferences', id);
  expect((await visit(api, 'GET', page)).text).toMatch(/value="own" checked>At most 2 in 14 days</);
  await visit(api, 'POST', page, `do=save&list=${list}&often=own&tracking=off`);
  expect(await profile()).toMatchObject({ tracked: false, frequency });
  await visit(api, 'POST', page, `do=save&list=${list}&often=week`);
  expect((await profile()).frequency).toEqual({ messages: 1, days: 7 });
  expect((await visit(api, 'GET', page)).text).not.toContain('value="own"');
});

test('absent values are kept, in both interfaces', async () => {
  await set({ frequency: { messages: 1, days: 30 }, tracked: false });
  const query = `mutation ($input: SetPersonPreferencesInput!) {
    setPersonPreferences(input: $input) { person { tracked pausedUntil frequency { messages days } } } }`;
  const until = inDays(1);
  const { data } = (await api.graphql(query, { input: { email: ` ${email.toUpperCase()} `, pausedUntil: until } }))
    .body;
  expect(data.setPersonPreferences.person).toEqual({
    tracked: false,
    pausedUntil: until,
    frequency: { messages: 1, days: 30 },
  });
  expect((await set({ frequency: null, tracked: null })).body.data).toEqual({ email, ...NONE, paused_until: until });
});

test.each([
  [{ paused_until: '2020-01-01T00:00:00Z' }, 'paused_until'],
  [{ paused_until: '2999-01-01T00:00:00Z' }, 'paused_until'],
  [{ paused_until: 'for ever' }, 'paused_until'],
  [{ frequency: { messages: 0, days: 7 } }, 'frequency.messages'],
  [{ frequency: { messages: 1, days: 366 } }, 'frequency.days'],
  [{ frequency: { messages: 1 } }, 'frequency.days'],
  [{ frequency: 'weekly' }, 'frequency'],
  [{ tracked: 'no' }, 'tracked'],
  [{ email: 'nobody' }, 'email'],
  [{ often: 'week' }, 'often'],
])('%j is refused by name and changes nothing', async (bad, field) => {
  await set({ tracked: false });
  const { status, body } = await set({ tracked: true, ...bad });
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  expect(await profile()).toMatchObject({ ...NONE, tracked: false });
});

test('preferences of an erased person cannot be set', async () => {
  await api.rest('POST', '/people/erase', { email });
  const { status, body } = await set({ paused_until: inDays(1) });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['email']]);
  const row = await api.db.person.findFirst({ where: { email } });
  expect(row).toBeNull();
});
