import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../../src/domain/automations/steps/send.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { executeStep, insertAutomation, startRuns } from '../../support/at-step.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { linkOf, visit } from '../../support/pages.ts';
import { reportOf } from '../../support/received-messages.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

/** A list of the given size; returns it, and the subscribers' ids. */
async function people(count: number, prefix: string): Promise<{ list: string; ids: string[] }> {
  const list = await makeList(api);
  const { data } = await subscribe(api, list, rowsOf(count, prefix));
  return { list, ids: data.map(({ id }: { id: string }) => id) };
}

async function sent(list: string, input: object = {}) {
  const id = await makeCampaign(api, list, input);
  await api.rest('POST', `/campaigns/${id}/send`);
  return untilEnded(api, id);
}

const choose = async (id: string, body: string) =>
  expect((await visit(api, 'POST', linkOf(api, 'preferences', id), body)).status).toBe(200);

test('people who ask for one e-mail a week get one, despite the settings of campaign and team, and the next after seven days', async () => {
  await clockOf(api).set('2027-02-01T12:00:00Z');
  const { list, ids } = await people(3, 'seldom');
  await choose(ids[0]!, `do=save&list=${list}&often=week`);
  await choose(ids[1]!, `do=save&list=${list}&often=month`);
  expect(await sent(list)).toMatchObject({ sent_count: 3, withheld_count: 0 });
  await clockOf(api).set('2027-02-07T12:00:00Z');
  const second = await sent(list, { ignore_frequency: true });
  expect(second).toMatchObject({ sent_count: 1, withheld_count: 2 });
  expect((await reportOf(api, second.id)).withheld).toEqual({ own_frequency: 2 });
  const { data } = (await api.rest('GET', `/campaigns/${second.id}/recipients?state=withheld`)).body;
  expect(data[0].reason).toBe('The person reached the frequency cap they chose.');
  const codes = `{ campaign(id: "${second.id}") { recipients(filter: { state: SKIPPED }) { nodes { skipReason cause } } } }`;
  const { nodes } = (await api.graphql(codes)).body.data.campaign.recipients;
  expect(nodes[0]).toEqual({ skipReason: 'OWN_FREQUENCY', cause: null });
  await clockOf(api).set('2027-02-08T13:00:00Z');
  expect(await sent(list)).toMatchObject({ sent_count: 2, withheld_count: 1 });
  await clockOf(api).set('2027-03-04T13:00:00Z');
  expect(await sent(list)).toMatchObject({ sent_count: 3, withheld_count: 0 });
  await choose(ids[0]!, `do=save&list=${list}&often=any`);
  expect(await sent(list)).toMatchObject({ sent_count: 2, withheld_count: 1 });
});

test('a reason for skipping that a newer version has stored is UNKNOWN', async () => {
  await clockOf(api).set('2027-03-20T12:00:00Z');
  const { list, ids } = await people(1, 'newer');
  await choose(ids[0]!, 'do=pause');
  const { id } = await sent(list);
  await api.db.message.updateMany({ where: { campaignId: id }, data: { withheld: 'full_moon' } });
  const skipped = `{ campaign(id: "${id}") { recipients(filter: { state: SKIPPED }) { nodes { skipReason } } } }`;
  expect((await api.graphql(skipped)).body.data.campaign.recipients.nodes).toEqual([{ skipReason: 'UNKNOWN' }]);
});

test('two simultaneous campaigns send one message to a person who asked for one a week', async () => {
  await clockOf(api).set('2027-04-01T12:00:00Z');
  const { list, ids } = await people(20, 'once');
  for (const id of ids) await choose(id, `do=save&list=${list}&often=week`);
  const campaigns = await Promise.all([1, 2].map(() => makeCampaign(api, list)));
  await Promise.all(campaigns.map((id) => api.rest('POST', `/campaigns/${id}/send`)));
  const all = await Promise.all(campaigns.map((id) => untilEnded(api, id)));
  expect(all.reduce((sum, { sent_count }) => sum + sent_count, 0)).toBe(20);
  for (const { email } of rowsOf(20, 'once')) expect(await inbox.mailTo(email), email).toHaveLength(1);
});

test('a pause withholds campaign and automation e-mails, but no transactional mail, and ends after 30 days', async () => {
  await clockOf(api).set('2027-06-01T12:00:00Z');
  const { list, ids } = await people(2, 'resting');
  const [{ email }] = rowsOf(1, 'resting') as [{ email: string }];
  await choose(ids[0]!, 'do=pause');
  const paused = await sent(list, { ignore_frequency: true });
  expect(paused).toMatchObject({ sent_count: 1, withheld_count: 1 });
  expect((await reportOf(api, paused.id)).withheld).toEqual({ paused: 1 });

  const steps = [{ id: 'first', type: 'send', template: 'Issue' } as const];
  const automation = await insertAutomation(api, { listId: list, steps });
  const runs = await startRuns(api, automation, [email], {});
  expect(await executeStep(api, send, automation, runs)).toEqual([{ outcome: 'done' }]);
  const where = { runId: { not: null } };
  await until(async () => (await api.db.message.count({ where: { ...where, state: 'withheld' } })) === 1);
  const [message] = await api.db.message.findMany({ where });
  expect(message).toMatchObject({ withheld: 'paused', lastError: 'The person paused all campaigns.' });

  const mail = { template: 'Issue', from: 'shop@shop.test', to: [email] };
  expect((await api.rest('POST', '/transactional-mails', mail)).status).toBe(201);
  expect(await inbox.mailTo(email)).toHaveLength(1);

  await clockOf(api).set('2027-06-30T12:00:00Z');
  expect(await sent(list)).toMatchObject({ sent_count: 1, withheld_count: 1 });
  await clockOf(api).set('2027-07-01T12:01:00Z');
  expect((await api.rest('GET', `/people?email=${email}`)).body.data.paused_until).toBeNull();
  expect(await sent(list)).toMatchObject({ sent_count: 2, withheld_count: 0 });
  expect(await inbox.mailTo(email, 2)).toHaveLength(2);
});

test('people who end the pause get the next campaign', async () => {
  await clockOf(api).set('2027-08-01T12:00:00Z');
  const { list, ids } = await people(1, 'back');
  await choose(ids[0]!, 'do=pause');
  expect(await sent(list)).toMatchObject({ sent_count: 0, withheld_count: 1 });
  await choose(ids[0]!, 'do=resume');
  expect(await sent(list)).toMatchObject({ sent_count: 1, withheld_count: 0 });
});
