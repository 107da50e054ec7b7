import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { clockOf } from '../../support/simulated-clock.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  await clockOf(api).set('2027-02-01T12:00:00Z');
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

async function sent(list: string, input: object = {}) {
  const id = await makeCampaign(api, list, input);
  await api.rest('POST', `/campaigns/${id}/send`);
  return untilEnded(api, id);
}

test('people at the frequency cap get no more until its days are over, unless the campaign ignores it', async () => {
  const frequency = { messages: 2, days: 7 };
  expect((await api.rest('PATCH', '/team', { frequency })).body.data.frequency).toEqual(frequency);
  const list = await makeList(api);
  await subscribe(api, list, rowsOf(3));
  expect(await sent(list)).toMatchObject({ sent_count: 3, withheld_count: 0 });
  await subscribe(api, list, [{ email: 'new@people.test' }]);
  await clockOf(api).set('2027-02-03T12:00:00Z');
  expect(await sent(list)).toMatchObject({ sent_count: 4, withheld_count: 0 });
  const third = await sent(list);
  expect(third).toMatchObject({ status: 'sent', sent_count: 1, withheld_count: 3 });
  const { data } = (await api.rest('GET', `/campaigns/${third.id}/recipients?state=withheld`)).body;
  expect(data[0].reason).toBe('The person reached the frequency cap of the team.');
  expect(await sent(list, { ignore_frequency: true })).toMatchObject({ sent_count: 4, withheld_count: 0 });
  await clockOf(api).set('2027-02-10T12:30:00Z');
  expect(await sent(list)).toMatchObject({ sent_count: 4, withheld_count: 0 });
  expect((await api.rest('PATCH', '/team', { frequency: null })).body.data.frequency).toBeNull();
  expect(await sent(list)).toMatchObject({ sent_count: 4 });
});

test('two simultaneous campaigns send one message to a person who may get one', async () => {
  await api.rest('PATCH', '/team', { frequency: { messages: 1, days: 1 } });
  await clockOf(api).set('2027-03-10T12:30:00Z');
  const list = await makeList(api);
  const people = rowsOf(60, 'twice');
  await subscribe(api, list, people);
  const ids = await Promise.all([1, 2, 3].map(() => makeCampaign(api, list)));
  await Promise.all(ids.map((id) => api.rest('POST', `/campaigns/${id}/send`)));
  const all = await Promise.all(ids.map((id) => untilEnded(api, id)));
  for (const { email } of people) {
    expect(await inbox.mailTo(email), email).toHaveLength(1);
  }
  expect(all.reduce((sum, { withheld_count }) => sum + withheld_count, 0)).toBe(120);
  await api.rest('PATCH', '/team', { frequency: null });
});
