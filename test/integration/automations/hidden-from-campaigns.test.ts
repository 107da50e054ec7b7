import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../../../src/domain/automations/steps/send.ts';
import { recordFeedback } from '../../../src/domain/sending/record-feedback.ts';
import { personKey } from '../../../src/ids.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { type AutomationAtStep, executeStep, insertAutomation, startRuns } from '../../support/at-step.ts';
import { makeList, subscribe, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { OPERATIONS } from '../../support/operations.ts';
import { all } from '../../support/segments.ts';
import { until } from '../../support/until.ts';
import { untilCounted } from '../../support/until-counted.ts';

const SEND = { id: 'first', type: 'send', template: 'Issue' } as const;

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let list: string;
let automation: AutomationAtStep;
/** The id of the mailing that the step's messages belong to. */
let email: string;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api);
  await subscribe(api, list, [{ email: 'ann@people.test' }]);
  automation = await insertAutomation(api, { listId: list, steps: [SEND] });
  await sendTo(['ann@people.test']);
  email = await emailOf(automation);
  await settled();
  await untilCounted(api.db);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

const sendTo = async (people: string[], to = automation) =>
  executeStep(api, send, to, await startRuns(api, to, people));
const emailOf = async ({ id }: AutomationAtStep) =>
  (await api.db.mailing.findFirstOrThrow({ where: { automationId: id } })).id;
const settled = () =>
  until(
    async () => (await api.db.message.count({ where: { state: { notIn: ['sent', 'failed', 'withheld'] } } })) === 0,
  );

const OF_CAMPAIGN = OPERATIONS.filter(({ path }) => path.includes(':campaign'));

describe.each(OF_CAMPAIGN)('$method $path', ({ method, path }) => {
  test.each([[{ name: 'Taken over' }], [{}]])('hides an e-mail of an automation, given %j', async (body) => {
    const before = await api.db.mailing.findFirst({ where: { id: email } });
    const answer = await api.rest(method, path.replace(':campaign', email), method === 'GET' ? undefined : body);
    expect([answer.status, answer.body]).toEqual([404, { message: 'Not found.', errors: {} }]);
    expect(await api.db.mailing.findFirst({ where: { id: email } })).toEqual(before);
  });
});

test('the routes of campaigns are found', () => {
  expect(OF_CAMPAIGN.length).toBeGreaterThan(15);
});

test('automation e-mails appear in no campaign list, and segment rules cannot refer to them', async () => {
  expect((await api.rest('GET', '/campaigns')).body.data).toEqual([]);
  expect((await api.rest('GET', `/campaigns?list=${list}`)).body.data).toEqual([]);
  const query = `query ($id: ID!, $list: ID!) {
    campaign(id: $id) { id }
    node(id: $id) { id }
    campaigns { totalCount }
    list(id: $list) { campaigns { totalCount } }
    templates { nodes { campaigns { totalCount } } }
  }`;
  const { data } = (await api.graphql(query, { id: email, list })).body;
  expect(data).toEqual({
    ...{ campaign: null, node: null, campaigns: { totalCount: 0 }, list: { campaigns: { totalCount: 0 } } },
    templates: { nodes: [{ campaigns: { totalCount: 0 } }] },
  });
  const conditions = all({ type: 'campaign', operator: 'received', value: { campaign: email } });
  expect((await api.rest('POST', `/lists/${list}/segments/preview`, { conditions })).status).toBe(422);
});

test('automation e-mails do not count towards the frequency cap, and the cap does not withhold them', async () => {
  await api.rest('PATCH', '/team', { frequency: { messages: 1, days: 7 } });
  await settled();
  const campaign = await makeCampaign(api, list);
  await api.rest('POST', `/campaigns/${campaign}/send`);
  expect(await untilEnded(api, campaign)).toMatchObject({ sent_count: 1, withheld_count: 0 });
  await sendTo(['ann@people.test']);
  await settled();
  expect(await api.db.message.count({ where: { campaignId: email, state: 'sent' } })).toBe(2);
});

test('auto-pause does not stop it', async () => {
  const people = Array.from({ length: 220 }, (_, index) => `many${index}@people.test`);
  await subscribeMany(
    api,
    list,
    people.map((email) => ({ email })),
  );
  const other = await insertAutomation(api, { listId: list, steps: [SEND] });
  for (const person of people) inbox.server.recipients.set(person, '550 5.1.1 no such user');
  await sendTo(people, other);
  await settled();
  await untilCounted(api.db);
  const id = await emailOf(other);
  expect(await api.db.campaignCount.findMany({ where: { campaignId: id, what: 'failed' } })).toMatchObject([
    { count: 220n },
  ]);
  const [message] = await api.db.message.findMany({ where: { campaignId: id }, take: 1 });
  await recordFeedback(api.installation.connection.db, [
    { kind: 'complaint', teamId: api.teamId, messageId: message!.id, named: [] },
  ]);
  await sendTo(['ann@people.test'], other);
  await settled();
  expect(await api.db.message.count({ where: { campaignId: id, state: 'sent' } })).toBe(1);
});

test('its old messages are removed after the team’s retention period, and its report stays', async () => {
  const old = new Date(Date.now() - 600 * 86_400_000);
  const { id: young } = (await api.db.message.findFirst({ where: { campaignId: email }, orderBy: { id: 'desc' } }))!;
  const report = async () => (await api.rest('GET', `/automations/${automation.id}/report`)).body.data;
  const before = await report();
  const aged = `${(old.getTime() * 65_536).toString(16).padStart(16, '0').slice(0, 8)}`;
  const messages = await api.db.message.findMany({ where: { campaignId: email, id: { not: young } } });
  expect(messages).toHaveLength(1);
  const { id } = messages[0]!;
  await api.db.message.updateMany({ where: { id }, data: { id: `${aged}${id.slice(8)}` } });
  await api.rest('PATCH', '/team', { keep_messages_for: 540 });
  await until(async () => (await api.db.message.count({ where: { campaignId: email } })) === 1);
  expect(await report()).toEqual(before);
});

test('a list with automation e-mails can be deleted', async () => {
  const other = await makeList(api);
  await subscribe(api, other, [{ email: 'ann@people.test' }]);
  const there = await insertAutomation(api, { listId: other, steps: [SEND] });
  await sendTo(['ann@people.test'], there);
  await settled();
  expect((await api.rest('DELETE', `/lists/${other}`)).status).toBe(204);
  expect((await api.rest('GET', `/automations/${there.id}/report`)).body.data.steps).toMatchObject([{ sent: 0 }]);
});

test('deleting an automation deletes its e-mails, and its revenue stays credited to it', async () => {
  await api.db.touch.create({
    data: {
      ...{ teamId: api.teamId, personKey: personKey(api.teamId, 'ann@people.test'), kind: 'click', at: new Date() },
      ...{ sender: 'automation', senderId: automation.id, emailId: email },
    },
  });
  await api.rest('POST', '/conversions', { email: 'ann@people.test', value: 700, currency: 'EUR' });
  expect((await api.rest('POST', `/automations/${automation.id}/pause`)).status).toBe(200);
  expect((await api.rest('DELETE', `/automations/${automation.id}`)).status).toBe(204);
  await until(async () => (await api.db.automation.count({ where: { id: automation.id } })) === 0);
  expect(await api.db.mailing.count({ where: { automationId: automation.id } })).toBe(0);
  expect(await api.db.message.count({ where: { campaignId: email } })).toBe(0);
  expect((await api.rest('GET', '/revenue?group_by=automation')).body.data).toEqual([
    { group: automation.id, currency: 'EUR', revenue: 700, orders: 1 },
  ]);
});
