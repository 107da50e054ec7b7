import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimBulk } from '../../../src/domain/ledger/claim-messages.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { until } from '../../support/until.ts';

const PEOPLE = 300;

let api: TestApp;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
});

/** A campaign whose messages wait in the ledger and are not sent. */
async function enqueue(input: object): Promise<string> {
  const list = await makeList(api);
  await subscribeMany(api, list, rowsOf(PEOPLE));
  const id = await makeCampaign(api, list, input);
  await api.rest('POST', `/campaigns/${id}/send`);
  await until(async () => (await readCampaign(api, id)).recipients_count === PEOPLE);
  return id;
}

/** Returns how many messages of a campaign a worker gets now. */
async function claimed(id: string, limit = 1_000): Promise<number> {
  const claims = await claimBulk(api.installation.connection.db, { limit, leaseSeconds: 3_000, holder: 1 });
  return claims.filter(({ campaignId }) => campaignId === id).length;
}

const cancel = (...ids: string[]) => Promise.all(ids.map((id) => api.rest('POST', `/campaigns/${id}/cancel`)));

test('a rate limit applies to all processes together, and does not slow other campaigns', async () => {
  await clockOf(api).set('2027-05-03T09:00:00Z');
  const [slow, fast] = [await enqueue({ messages_per_minute: 60 }), await enqueue({})];
  let taken = 0;
  const counts: number[] = [];
  for (let second = 0; second < 60; second++) {
    await clockOf(api).set(new Date(Date.UTC(2027, 4, 3, 9, 0, second)));
    const now = await Promise.all([claimed(slow), claimed(slow), claimed(slow)]);
    counts.push(now.reduce((sum, one) => sum + one, 0));
    taken += counts.at(-1)!;
  }
  // Two seconds' worth may go at once; the clock is set back a little now and then, and goes on while the test runs.
  expect(taken).toBeGreaterThanOrEqual(50);
  expect(taken).toBeLessThanOrEqual(63);
  expect(Math.max(...counts)).toBeLessThanOrEqual(3);
  expect(await api.db.message.count({ where: { campaignId: fast, state: 'claimed' } })).toBe(PEOPLE);
  await cancel(slow, fast);
});

test('messages are sent only between the team’s two times of day, even over midnight', async () => {
  await api.rest('PATCH', '/team', { timezone: 'America/New_York' });
  await clockOf(api).set('2027-05-03T09:00:00Z');
  const day = await enqueue({ send_window: { from: '09:00', to: '17:30' } });
  const night = await enqueue({ send_window: { from: '22:00', to: '06:00' } });
  const open = async (at: string) => {
    await clockOf(api).set(at);
    const found = [(await claimed(day, 10)) > 0, (await claimed(night, 10)) > 0];
    await api.db.message.updateMany({ where: { state: 'claimed' }, data: { state: 'queued', leaseUntil: null } });
    return found;
  };
  expect(await open('2027-05-03T12:59:00Z')).toEqual([false, false]); // 08:59 in New York
  expect(await open('2027-05-03T13:00:00Z')).toEqual([true, false]);
  expect(await open('2027-05-03T21:29:00Z')).toEqual([true, false]);
  expect(await open('2027-05-03T21:30:00Z')).toEqual([false, false]);
  expect(await open('2027-05-04T02:00:00Z')).toEqual([false, true]);
  expect(await open('2027-05-04T09:59:00Z')).toEqual([false, true]);
  expect(await open('2027-05-04T10:00:00Z')).toEqual([false, false]);
  expect(await open('2027-11-08T14:00:00Z')).toEqual([true, false]); // 09:00 in winter
  await cancel(day, night);
});

test.each([
  [{ messages_per_minute: 0 }, 'messages_per_minute'],
  [{ messages_per_minute: 1.5 }, 'messages_per_minute'],
  [{ messages_per_minute: '60' }, 'messages_per_minute'],
  [{ send_window: { from: '9:00', to: '17:00' } }, 'send_window.from'],
  [{ send_window: { from: '09:00', to: '24:00' } }, 'send_window.to'],
  [{ send_window: { from: '09:00' } }, 'send_window.to'],
  [{ send_window: { from: '09:00', to: '09:00' } }, 'send_window.to'],
  [{ send_window: 'always' }, 'send_window'],
  [{ ignore_frequency: 'yes' }, 'ignore_frequency'],
])('%j is refused by field', async (input, field) => {
  const list = await makeList(api);
  const answer = await api.rest('POST', '/campaigns', { name: 'May', list, template: 'Issue', ...input });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([field]);
});

test('limits are shown, changed and cleared', async () => {
  const list = await makeList(api);
  const held = { messages_per_minute: 600, send_window: { from: '08:00', to: '20:00' }, ignore_frequency: true };
  const id = await makeCampaign(api, list, held);
  expect(await readCampaign(api, id)).toMatchObject(held);
  await api.rest('PUT', `/campaigns/${id}`, { name: 'June' });
  expect(await readCampaign(api, id)).toMatchObject(held);
  const cleared = { messages_per_minute: null, send_window: null, ignore_frequency: null };
  await api.rest('PUT', `/campaigns/${id}`, cleared);
  expect(await readCampaign(api, id)).toMatchObject({ ...cleared, ignore_frequency: false });
});
