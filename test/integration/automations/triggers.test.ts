import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findDueDates } from '../../../src/domain/automations/clock/due-dates.ts';
import { findDueSegments } from '../../../src/domain/automations/clock/watched-segments.ts';
import { openTestApp, openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';
import { changeStatus, listeners, makeAutomation, readAutomation } from '../../support/automations.ts';
import { importCsv } from '../../support/csv.ts';
import { runAutomations } from '../../support/run-automations.ts';
import { all, declareFields, makeSegment } from '../../support/segments.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { until } from '../../support/until.ts';

// Real triggers of an activated automation, and the people whom it admits.
let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({ databasePool: 20 }, { simulatedClock: true });
  await clockOf(api).set('2026-06-15T08:00:00Z');
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

/** Activates an automation with a step at which people wait. */
async function activate(trigger: object, more: object = {}): Promise<string> {
  const id = await makeAutomation(api, { list, trigger, steps: [{ type: 'wait', for: 'P1D' }], ...more });
  await changeStatus(api, id, 'activate');
  return id;
}

/** Returns the people admitted since it began, by the beginnings of the addresses; one entry for each run. */
async function takenIn(id: string, on = api): Promise<string[]> {
  await runAutomations(on);
  const { body } = await on.rest('GET', `/automations/${id}/runs?per_page=100`);
  return body.data.map(({ email }: { email: string }) => email.split('@')[0]).sort();
}

const row = (name: string, ...tags: string[]) => ({ email: `${name}@x.test`, tags });
const idOf = async (name: string) => (await readSubscriber(api, list, `${name}@x.test`)).id;

test('subscribing to its list starts it, subscribing to another does not', async () => {
  const id = await activate({ type: 'subscribed' });
  expect(await listeners(api, id)).toEqual(['left', `subscribed ${list}`]);
  await subscribe(api, list, [row('ann'), row('bob')]);
  await subscribe(api, await makeList(api), [row('cat')]);
  expect(await takenIn(id)).toEqual(['ann', 'bob']);
});

test('unsubscribing starts automations that wait for it, though the person is not subscribed any more', async () => {
  await subscribe(api, list, [row('leaver')]);
  const id = await activate({ type: 'unsubscribed' });
  await api.rest('POST', `/subscribers/${await idOf('leaver')}/unsubscribe`);
  expect(await takenIn(id)).toEqual(['leaver']);
});

test('adding its tag starts it, and so does removing one', async () => {
  await subscribe(api, list, [row('dan'), row('eve', 'gold')]);
  const [added, removed] = [
    await activate({ type: 'tag_added', tag: 'gold' }),
    await activate({ type: 'tag_removed', tag: 'Gold' }),
  ];
  await api.rest('POST', `/subscribers/${await idOf('dan')}/tags`, { tags: ['GOLD'] });
  await api.rest('DELETE', `/subscribers/${await idOf('eve')}/tags`, { tags: ['gold'] });
  expect([await takenIn(added), await takenIn(removed)]).toEqual([['dan'], ['eve']]);
});

test('an event with matching properties starts it', async () => {
  const where = [{ property: 'total', operator: 'gt', value: 50 }];
  const id = await activate({ type: 'event', name: 'cart.abandoned', where });
  const cart = (name: string, total: number) => ({
    ...row(name),
    tags: undefined,
    name: 'cart.abandoned',
    properties: { total },
  });
  await api.rest('POST', '/events', { events: [cart('rich', 80), cart('poor', 20)] });
  expect(await takenIn(id)).toEqual(['rich']);
});

test('people who subscribe during a pause do not enter the automation, even after it resumes', async () => {
  const id = await activate({ type: 'subscribed' });
  await changeStatus(api, id, 'pause');
  await subscribe(api, list, [row('early')]);
  expect(await takenIn(id)).toEqual([]);
  await changeStatus(api, id, 'activate');
  await subscribe(api, list, [row('later')]);
  expect(await takenIn(id)).toEqual(['later']);
});

test('joining a segment starts it, and existing members start it on request', async () => {
  await subscribe(api, list, [row('there', 'vip'), row('fred')]);
  const { id: segment } = await makeSegment(api, list, all({ type: 'tags', operator: 'has_any', value: ['vip'] }));
  const look = () => findDueSegments(api.installation.connection.db, api.installation.log);
  const entered = await activate({ type: 'segment_entered', segment });
  const existing = await activate({ type: 'segment_entered', segment, include_existing: true });
  const left = await activate({ type: 'segment_left', segment });
  expect(await listeners(api, entered)).toEqual(['left', `segment_entered ${segment}`]);
  await look();
  await api.rest('POST', `/subscribers/${await idOf('fred')}/tags`, { tags: ['vip'] });
  await api.rest('DELETE', `/subscribers/${await idOf('there')}/tags`, { tags: ['vip'] });
  await clockOf(api).set('2026-06-15T08:10:00Z');
  await look();
  expect([await takenIn(entered), await takenIn(existing), await takenIn(left)]).toEqual([
    ['fred'],
    ['fred', 'there'],
    ['there'],
  ]);
});

test('a date starts it for the people who have it', async () => {
  await declareFields(api, { birthday: 'date' });
  const born = (name: string, birthday: string) => ({ ...row(name), attributes: { birthday } });
  await subscribe(api, list, [born('gil', '1990-06-16'), born('hal', '1990-06-17')]);
  const id = await activate({ type: 'date', field: 'birthday', every_year: true });
  expect(await listeners(api, id)).toEqual([`date ${id}`, 'left']);
  await findDueDates(api.installation.connection.db, api.installation.log);
  await clockOf(api).set('2026-06-16T09:00:00Z');
  await findDueDates(api.installation.connection.db, api.installation.log);
  expect(await takenIn(id)).toEqual(['gil']);
});

test('eight simultaneous sign-ups of the same forty people start one run each', async () => {
  const id = await activate({ type: 'subscribed' });
  const rows = rowsOf(40);
  await Promise.all(Array.from({ length: 8 }, () => subscribe(api, list, rows)));
  await Promise.all(Array.from({ length: 8 }, () => runAutomations(api)));
  expect(await takenIn(id)).toHaveLength(40);
});

test('workers start runs by themselves for an import, a sign-up and a segment', async () => {
  const testApp = await openTestAppWithJobs();
  try {
    const here = await makeList(testApp);
    const { id: segment } = await makeSegment(
      testApp,
      here,
      all({ type: 'tags', operator: 'has_any', value: ['vip'] }),
    );
    const make1 = async (trigger: object) => {
      const id = await makeAutomation(testApp, { list: here, trigger, steps: [{ type: 'wait', for: 'P1D' }] });
      await changeStatus(testApp, id, 'activate');
      return id;
    };
    await subscribe(testApp, here, [row('before', 'vip')]);
    const quiet = await make1({ type: 'subscribed' });
    const loud = await make1({ type: 'subscribed', imports: true });
    const there = await make1({ type: 'segment_entered', segment, include_existing: true });
    await importCsv(testApp, here, 'email\nimported@x.test\n');
    await subscribe(testApp, here, [row('called')]);
    const active = async (id: string) => (await readAutomation(testApp, id)).counts.active;
    await until(async () => (await active(loud)) === 2 && (await active(quiet)) === 1 && (await active(there)) === 1);
    expect(await takenIn(quiet, testApp)).toEqual(['called']);
    expect(await takenIn(loud, testApp)).toEqual(['called', 'imported']);
    expect(await takenIn(there, testApp)).toEqual(['before']);
  } finally {
    await testApp.close();
  }
});
