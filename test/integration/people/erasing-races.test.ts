import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { continueImport } from '../../../src/domain/imports/continue-import.ts';
import { personKey } from '../../../src/ids.ts';
import { type RunningJobs, startJobs } from '../../../src/jobs/start.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf } from '../../support/audience.ts';
import { until } from '../../support/until.ts';

/** Erasing during writes about the same person: in any order, no call fails and no data is left. */
let api: TestApp;
let list: string;
let workers: RunningJobs[];
beforeAll(async () => {
  api = await openTestApp({ databasePool: 30 });
  const template = { name: 'order', editor: 'html', subject: 'S', content: '<p>C</p>' };
  expect((await api.rest('POST', '/templates', template)).status).toBe(201);
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
  workers = [];
});
afterEach(() => Promise.all(workers.map((worker) => worker.stop())));

const erase = (email: string) => api.rest('POST', '/people/erase', { email });
const total = async (path: string) => (await api.rest('GET', path)).body.meta.total;

/** Fifty calls at once, and the erasure in the middle of them; gives the statuses. */
async function meanwhile(email: string, call: (index: number) => Promise<{ status: number }>): Promise<number[]> {
  const calls: Promise<{ status: number }>[] = [];
  for (let index = 0; index < 50; index++) {
    calls.push(call(index));
    if (index === 24) calls.push(erase(email));
  }
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses[25]).toBe(204);
  return [...new Set(statuses)].sort();
}

async function expectNothingOf(email: string): Promise<void> {
  const key = personKey(api.teamId, email);
  const where = { personKey: key };
  expect(await api.db.person.findMany({ where: { key } })).toMatchObject([{ email: null }]);
  const left = [api.db.subscriber, api.db.event, api.db.sale].map((table) =>
    (table as typeof api.db.event).count({ where }),
  );
  expect(await Promise.all(left)).toEqual([0, 0, 0]);
  expect(await total(`/transactional-mails?recipient=${email}`)).toBe(0);
  expect(await total(`/suppressions?email=${email}`)).toBe(1);
}

test.each(['known', 'unknown'])('fifty subscribe calls for somebody %s', async (who) => {
  const email = `subscribed-${who}@people.test`;
  if (who === 'known') expect((await api.rest('POST', `/lists/${list}/subscribers`, { email })).status).toBe(201);
  const statuses = await meanwhile(email, (index) =>
    api.rest('POST', `/lists/${list}/subscribers`, { email, first_name: `A${index}`, tags: [`t${index}`] }),
  );
  expect([200, 201, 204, 422]).toEqual(expect.arrayContaining(statuses));
  await expectNothingOf(email);
});

test.each(['known', 'unknown'])('fifty batches of others and somebody %s, in any order', async (who) => {
  const email = `batched-${who}@people.test`;
  if (who === 'known') await api.rest('POST', `/lists/${list}/subscribers`, { email });
  const others = rowsOf(20, `other-${who}`);
  const statuses = await meanwhile(email, (index) => {
    const rows = [...others, { email }];
    return api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: index % 2 ? rows : rows.reverse() });
  });
  expect(statuses).toEqual([200, 204]);
  expect(await total(`/lists/${list}/subscribers`)).toBe(20);
  await expectNothingOf(email);
});

test.each(['known', 'unknown'])('fifty events of somebody %s, some of them with a key', async (who) => {
  const email = `event-${who}@people.test`;
  const event = { email, name: 'order', value: 1, currency: 'eur', properties: { email } };
  if (who === 'known') expect((await api.rest('POST', '/events', event)).status).toBe(201);
  const statuses = await meanwhile(email, (index) => {
    const headers: Record<string, string> = index % 3 === 0 ? { 'idempotency-key': `${email} ${index}` } : {};
    return api.rest('POST', '/events', { ...event, reference: `${email} ${index}` }, { headers });
  });
  expect([201, 204, 422]).toEqual(expect.arrayContaining(statuses));
  await expectNothingOf(email);
});

test.each(['known', 'unknown'])('fifty batches of events of many and of somebody %s', async (who) => {
  const email = `events-${who}@people.test`;
  if (who === 'known') await api.rest('POST', '/events', { email, name: 'x' });
  const others = Array.from({ length: 30 }, (_, index) => ({ email: `one${index}-${who}@people.test`, name: 'x' }));
  const statuses = await meanwhile(email, (index) => {
    const events = [...others, { email, name: 'x', properties: { email } }];
    return api.rest('POST', '/events', { events: index % 2 ? events : events.reverse() });
  });
  expect(statuses).toEqual([200, 204]);
  await expectNothingOf(email);
  expect(await total(`/events?email=one0-${who}@people.test`)).toBe(50);
});

test('fifty conversions and fifty mails', async () => {
  const email = 'bought@people.test';
  const sold = await meanwhile(email, () => api.rest('POST', '/conversions', { email, value: 1, currency: 'eur' }));
  expect([201, 204, 422]).toEqual(expect.arrayContaining(sold));
  await expectNothingOf(email);
  const reader = 'written@people.test';
  const mail = { template: 'order', from: 'shop@shop.test', to: ['bob@people.test'], bcc: [reader] };
  const sent = await meanwhile(reader, () => api.rest('POST', '/transactional-mails', mail));
  expect([201, 204, 422]).toEqual(expect.arrayContaining(sent));
  await expectNothingOf(reader);
});

test('ten simultaneous erasures of one person count as one', async () => {
  const email = 'often@people.test';
  await api.rest('POST', `/lists/${list}/subscribers`, { email });
  const statuses = await Promise.all(Array.from({ length: 10 }, () => erase(email)));
  expect(statuses.every(({ status }) => status === 204)).toBe(true);
  await expectNothingOf(email);
});

test("an erasure during an import fails the person's rows and leaves nothing", async () => {
  const email = 'imported@people.test';
  const rows: object[] = rowsOf(1000, 'imp');
  for (let index = 0; index < 1000; index += 100) rows[index] = { email, first_name: 'Imp' };
  rows[950] = { email: ' Imported@PEOPLE.test', first_name: 7 };
  const { status, body } = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: rows });
  expect(status).toBe(202);
  const read = async () => (await api.rest('GET', `/imports/${body.data.id}`)).body.data;
  await continueImport(createScope(api.db, { id: api.teamId }, WORKER), body.data.id);
  expect(await read()).toMatchObject({ status: 'processing', processed: 500, failed: 0 });
  expect(await total(`/lists/${list}/subscribers?email=${email}`)).toBe(1);
  expect((await erase(email)).status).toBe(204);
  workers.push(startJobs(api.installation));
  await until(async () => (await read()).finished_at !== null);
  const done = await read();
  expect(done).toMatchObject({ status: 'completed', processed: 1000, failed: 6 });
  expect(done.errors).toEqual(
    [501, 601, 701, 801, 901, 951].map((row) => ({
      ...{ row, email: null },
      message: 'The person was erased. Their data cannot be stored again.',
    })),
  );
  await expectNothingOf(email);
  expect(await total(`/lists/${list}/subscribers`)).toBe(989);
});

test('a later import fails their rows, and its errors do not contain the address', async () => {
  const email = 'later@people.test';
  await erase(email);
  const rows = [{ email }, { email: `${email} `, first_name: 7 }, ...rowsOf(99, 'later')];
  const { body } = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: rows });
  workers.push(startJobs(api.installation));
  const read = async () => (await api.rest('GET', `/imports/${body.data.id}`)).body.data;
  await until(async () => (await read()).finished_at !== null);
  expect((await read()).errors).toEqual([
    { row: 1, email: null, message: 'The address is blocked: it is suppressed and gets no e-mails from the team.' },
    { row: 2, email: null, message: 'The first_name field must be a string.' },
  ]);
  await expectNothingOf(email);
});
