import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { removeExpiredSessions } from '../../../src/domain/members/sessions.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { type SignedIn, signIn } from '../../support/members.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { until } from '../../support/until.ts';

const DAY = 86_400_000;

let api: TestApp;
let start: number;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  start = Date.now();
});
afterEach(() => clockOf(api).set(new Date(start)));
afterAll(() => api.close());

/** Moves the clock some days ahead and clears the processes' copies. */
async function after(days: number, of = api): Promise<void> {
  await clockOf(of).set(new Date(start + days * DAY));
  of.installation.access.forget(of.teamId);
}
const status = async ({ options }: SignedIn, of = api): Promise<number> =>
  (await of.rest('GET', '/viewer', undefined, options)).status;
const sessionOf = ({ memberId }: SignedIn) => api.db.session.findFirst({ where: { memberId } });
const daysFromStart = (moment: string | Date): number =>
  Math.round((new Date(moment).getTime() - start) / (DAY / 10)) / 10;

test('a session ends after 14 days without use, and each use extends it', async () => {
  const [used, unused] = [await signIn(api, 'owner', 'used@a.test'), await signIn(api, 'owner', 'unused@a.test')];
  await after(13.9);
  expect(await status(used)).toBe(200);
  await after(14.1);
  expect([await status(used), await status(unused), await status(unused)]).toEqual([200, 401, 401]);
  const { body } = await api.rest('GET', '/sessions', undefined, used.options);
  expect(body.data.map(({ expires_at }: { expires_at: string }) => daysFromStart(expires_at))).toEqual([28.1]);
  await removeExpiredSessions(api.db);
  expect([await sessionOf(used), await sessionOf(unused)]).toEqual([expect.anything(), null]);
});

test('a session used every day ends after 30 days', async () => {
  const member = await signIn(api, 'editor', 'daily@a.test');
  for (let day = 1; day < 30; day += 1) {
    await after(day);
    expect(await status(member)).toBe(200);
  }
  expect(daysFromStart((await sessionOf(member))!.expiresAt)).toBe(30);
  await after(30.1);
  expect(await status(member)).toBe(401);
});

test('a process with an older copy of the session accepts it', async () => {
  const member = await signIn(api, 'editor', 'copy@a.test');
  await after(13.9);
  expect(await status(member)).toBe(200);
  await clockOf(api).set(new Date(start + 14.1 * DAY)); // in which the copy, of seconds ago, is kept
  expect(await status(member)).toBe(200);
});

test('pages end with the session too', async () => {
  const { secret } = await signIn(api, 'owner', 'pages@a.test');
  const browser = new Browser(api);
  browser.cookies.set('tidings_session', secret);
  await after(13);
  expect((await browser.get('/account')).status).toBe(200);
  await after(26.9);
  expect((await browser.get('/account')).status).toBe(200);
  await after(30.1);
  const { status: shown, location } = await browser.get('/account');
  expect([shown, location]).toEqual([303, '/sign-in?to=%2Faccount']);
});

test('an open live stream does not extend its session, and ends with it', async () => {
  const member = await signIn(api, 'owner', 'stream@a.test');
  const access = await api.installation.access.identify({ session: member.secret });
  let ended = false;
  const stop = api.installation.access.watch(access, () => {
    ended = true;
  });
  const other = await signIn(api, 'viewer', 'leaves@a.test');
  await after(13);
  await api.db.session.updateMany({
    where: { memberId: other.memberId },
    data: { expiresAt: new Date(start + 60 * DAY) },
  });
  const leaving = new Browser(api);
  leaving.cookies.set('tidings_session', other.secret);
  await leaving.post('/sign-out'); // every watcher of the team looks at its session
  expect(daysFromStart((await sessionOf(member))!.lastUsedAt)).toBe(0);
  await after(14.1);
  await signIn(api, 'viewer', 'leaves@a.test').then(({ secret }) => leaving.cookies.set('tidings_session', secret));
  await leaving.post('/sign-out');
  await until(() => ended);
  stop();
});

test('SESSION_IDLE_DAYS sets the number of days', async () => {
  const strict = await openTestApp({ sessionIdleSeconds: DAY / 1_000 }, { simulatedClock: true });
  const member = await signIn(strict, 'owner');
  await after(0.9, strict);
  expect(await status(member, strict)).toBe(200);
  await after(1.8, strict);
  expect(await status(member, strict)).toBe(200);
  await after(2.9, strict);
  expect(await status(member, strict)).toBe(401);
  await strict.close();
});
