import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { removeEndedWindows } from '../../../src/domain/platform/network-limit.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { formTokenOf, makeForm } from '../../support/forms.ts';
import { openSecondProcess } from '../../support/second-process.ts';
import { clockOf } from '../../support/simulated-clock.ts';

let api: TestApp;
let secondProcess: Awaited<ReturnType<typeof openSecondProcess>>;
let form: string;
let block = 0;
/** The first three numbers of addresses in an unused network. */
let network: string;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  secondProcess = await openSecondProcess(api);
  form = (await makeForm(api, await makeList(api))).id;
});
afterAll(async () => {
  await secondProcess.close();
  await api.close();
});
beforeEach(() => {
  network = `198.51.${block++}`;
});

const LIMIT = 30;
let calls = 0;

/** Signs up at one process or the other, from an address of the network. */
const signUp = async (app = api.app, from = `${network}.${calls % 250}`) => {
  const body = { email: `p${calls++}@people.test`, _pass: formTokenOf(api, form) };
  return app.inject({ method: 'POST', url: `/f/${form}`, payload: body, remoteAddress: from });
};
const look = (app = api.app, from = `${network}.1`) => app.inject({ url: '/sign-in', remoteAddress: from });
const count = (answers: { statusCode: number }[], status: number) =>
  answers.filter(({ statusCode }) => statusCode === status).length;

test('two processes together accept as many sign-ups from a network as one, in turns', async () => {
  const answers = [];
  for (let call = 0; call < LIMIT + 10; call += 1) answers.push(await signUp(call % 2 ? api.app : secondProcess.app));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([
    ...Array.from({ length: LIMIT }, () => 200),
    ...Array.from({ length: 10 }, () => 429),
  ]);
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeLessThanOrEqual(60);
});

test('the limit also holds for parallel calls, while other networks get through', async () => {
  const others = Array.from({ length: 20 }, (_, index) => `203.0.${index}.1`);
  const [flood, calm] = await Promise.all([
    Promise.all(Array.from({ length: 300 }, (_, call) => signUp(call % 2 ? api.app : secondProcess.app))),
    Promise.all(others.map((from, call) => signUp(call % 2 ? api.app : secondProcess.app, from))),
  ]);
  expect([count(flood, 200), count(flood, 429)]).toEqual([LIMIT, 300 - LIMIT]);
  expect(count(calm, 200)).toBe(others.length);
});

test('a process that knows a network to be over the limit refuses it without a statement', async () => {
  for (let call = 0; call < LIMIT; call += 1) await signUp();
  expect(await api.statements(() => signUp())).toEqual([]);
  expect((await signUp(secondProcess.app)).statusCode).toBe(429); // it queries once
  const rows = () => api.db.networkWindow.findMany({ where: { kind: 'form', network } });
  const before = await rows();
  expect((await signUp(secondProcess.app)).statusCode).toBe(429);
  expect([before[0]?.used, await rows()]).toEqual([LIMIT, before]);
});

test('a hundred simultaneous sign-ups from different networks need a handful of statements', async () => {
  const statements = await api.statements(() =>
    Promise.all(Array.from({ length: 100 }, (_, call) => signUp(api.app, `10.${call}.${block}.1`))),
  );
  const counting = statements.filter((text) => text.includes('network_windows'));
  expect(counting.length).toBeLessThanOrEqual(10);
  expect(counting.length).toBeGreaterThan(0);
});

test('sign-in pages have their own limit: per address, or per IPv6 network of 64 bits', async () => {
  const statuses = async (from: (call: number) => string, times: number) => {
    const answers = [];
    for (let call = 0; call < times; call += 1)
      answers.push(await look(call % 2 ? api.app : secondProcess.app, from(call)));
    return [count(answers, 200), count(answers, 429)];
  };
  expect(await statuses(() => `${network}.1`, 62)).toEqual([60, 2]);
  expect(await statuses(() => `${network}.2`, 2)).toEqual([2, 0]);
  expect(await statuses((call) => `2001:db8:${block}:1::${call}`, 62)).toEqual([60, 2]);
  expect(await statuses(() => `2001:db8:${block}:2::1`, 2)).toEqual([2, 0]);
  expect((await signUp(api.app, `${network}.1`)).statusCode).toBe(200);
});

test('in the next minute counting restarts, and past counts are removed', async () => {
  const now = Date.now();
  for (let call = 0; call < LIMIT + 1; call += 1) await signUp();
  const clock = clockOf(api);
  await clock.set(new Date(now + 59_000));
  expect((await signUp(secondProcess.app)).statusCode).toBe(429);
  await removeEndedWindows(api.db);
  expect(await api.db.networkWindow.count({ where: { network } })).toBe(1);
  await clock.set(new Date(now + 75_000));
  const third = await openSecondProcess(api); // has no memory of refusals
  expect((await signUp(third.app)).statusCode).toBe(200);
  await third.close();
  await clock.set(new Date(now + 180_000));
  await removeEndedWindows(api.db);
  expect(await api.db.networkWindow.count()).toBe(0);
  await clock.set(new Date(now));
});
