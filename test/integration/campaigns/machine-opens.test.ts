import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { untilEnded } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import {
  APPLE,
  fetchAs,
  type ReceivedMessage,
  SCANNER,
  sendCampaignTo,
  TEMPLATE_WITH_LINKS,
} from '../../support/received-messages.ts';
import { until } from '../../support/until.ts';

/** ann opened by a person and a machine, bob was opened by Apple, cem by a scanner, dan clicked, eva did nothing. */
const PEOPLE = ['ann', 'bob', 'cem', 'dan', 'eva'].map((name) => `${name}@people.test`);

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let list: string;
let id: string;
let number = 0;

beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation, []);
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  list = await makeList(api);
  await subscribe(
    api,
    list,
    PEOPLE.map((email) => ({ email })),
  );
  const sent = await sendCampaignTo(api, inbox, list, PEOPLE);
  id = sent.id;
  const [ann, bob, cem, dan] = sent.messages as [ReceivedMessage, ReceivedMessage, ReceivedMessage, ReceivedMessage];
  for (const agent of [APPLE, undefined]) await fetchAs(api, ann.pixel, agent);
  await fetchAs(api, bob.pixel, APPLE);
  await fetchAs(api, cem.pixel, SCANNER);
  await fetchAs(api, dan.pixel, APPLE);
  await fetchAs(api, dan.clicks[0]!);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

const resend = (body: object) => api.rest('POST', `/campaigns/${id}/resend-to`, body);

async function sentTo(campaign: string): Promise<string[]> {
  expect((await api.rest('POST', `/campaigns/${campaign}/send`)).status).toBe(200);
  await untilEnded(api, campaign);
  const { body } = await api.rest('GET', `/campaigns/${campaign}/recipients?per_page=100`);
  return body.data.map(({ email }: { email: string }) => email.split('@')[0]).sort();
}

test('a resend ignores machine opens and shows how many people have no others', async () => {
  const { status, body } = await resend({ who: 'not_opened' });
  expect([status, body.data]).toMatchObject([201, { resend_machine_opens: 'ignore', resend_machine_only_count: 2 }]);
  const shown = await api.rest('GET', `/campaigns/${body.data.id}`);
  expect(shown.body.data).toMatchObject({ resend_machine_opens: 'ignore', resend_machine_only_count: 2 });
  expect(await sentTo(body.data.id)).toEqual(['bob', 'cem', 'eva']);
  const after = await api.rest('GET', `/campaigns/${body.data.id}`);
  expect(after.body.data.resend_machine_only_count).toBeNull();
});

test('with machine_opens: count it goes to people without any open', async () => {
  const { status, body } = await resend({ who: 'not_opened', machine_opens: 'count' });
  expect([status, body.data]).toMatchObject([201, { resend_machine_opens: 'count', resend_machine_only_count: 2 }]);
  const check = await api.rest('POST', `/campaigns/${body.data.id}/check`);
  expect(check.body.data.recipients_count).toBe(1);
  expect(await sentTo(body.data.id)).toEqual(['eva']);
});

test('GraphQL accepts and shows the same', async () => {
  const {
    resendCampaign: { campaign: resendCampaign },
  } = await ask(
    api,
    `mutation($id: ID!) { resendCampaign(input: { id: $id, resendAudience: NOT_OPENED, machineOpens: COUNT }) { campaign {
      resendMachineOpens resendMachineOnlyCount audience(first: 5) { totalCount } } } }`,
    { id },
  );
  expect(resendCampaign).toEqual({
    ...{ resendMachineOpens: 'COUNT', resendMachineOnlyCount: 2, audience: { totalCount: 1 } },
  });
});

test('the number is that of the audience, without people who left', async () => {
  const { id: bob } = await readSubscriber(api, list, 'bob@people.test');
  await api.rest('POST', `/subscribers/${bob}/unsubscribe`);
  expect((await resend({ who: 'not_opened' })).body.data.resend_machine_only_count).toBe(1);
  await api.db.subscriber.updateMany({ where: { id: bob }, data: { status: 'subscribed' } });
});

test('a campaign to non-clickers, and one that is not a resend, have neither', async () => {
  const { body } = await resend({ who: 'not_clicked', machine_opens: 'ignore' });
  expect(body.data).toMatchObject({ resend_machine_opens: null, resend_machine_only_count: null });
  const { data } = (await api.rest('GET', `/campaigns/${id}`)).body;
  expect(data).toMatchObject({ resend_machine_opens: null, resend_machine_only_count: null });
});

test.each([
  ['an unknown word', { who: 'not_opened', machine_opens: 'yes' }],
  ['a boolean', { who: 'not_opened', machine_opens: true }],
  ['the upper case of GraphQL', { who: 'not_opened', machine_opens: 'COUNT' }],
  ['count for non-clickers', { who: 'not_clicked', machine_opens: 'count' }],
])('%s is refused by its name, and creates no draft', async (_name, body) => {
  const before = await api.db.campaign.count();
  const { status, body: answer } = await resend(body);
  expect([status, Object.keys(answer.errors)]).toEqual([422, ['machine_opens']]);
  expect(await api.db.campaign.count()).toBe(before);
});

const make = (rule: object) =>
  api.rest('POST', `/lists/${list}/segments`, {
    name: `S${++number}`,
    conditions: { operator: 'and', rules: [rule] },
  });

async function people(rule: object): Promise<string[]> {
  const made = await make(rule);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { body } = await api.rest('GET', `/lists/${list}/subscribers?segment=${made.body.data.id}&per_page=100`);
  return body.data.map(({ email }: { email: string }) => email.split('@')[0]).sort();
}

test.each([
  ['opened', { machine_opens: 'count' }, ['ann', 'bob', 'cem', 'dan']],
  ['opened', { machine_opens: 'ignore' }, ['ann', 'dan']],
  ['opened', {}, ['ann', 'dan']],
  ['not_opened', { machine_opens: 'count' }, ['eva']],
  ['not_opened', { machine_opens: 'ignore' }, ['bob', 'cem', 'eva']],
  ['opened', { machine_opens: 'count', within_days: 1 }, ['ann', 'bob', 'cem', 'dan']],
])('a rule on a campaign: %s with %j', async (operator, more, expected) => {
  expect(await people({ type: 'campaign', operator, value: { campaign: id, ...more } })).toEqual(expected);
});

test('a rule on a template can count machine opens too', async () => {
  const mails: string[] = [];
  for (const to of PEOPLE.slice(0, 3)) {
    const mail = { template: TEMPLATE_WITH_LINKS.name, from: 's@shop.test', to: [to] };
    const { id } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
    await until(async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data.status === 'sent');
    await api.db.transactionalMail.updateMany({ where: { id }, data: { sentAt: new Date(Date.now() - 60_000) } });
    mails.push(String((await inbox.mailTo(to)).at(-1)!.mail.html));
  }
  const pixels = mails.map((html) => new URL(/http:\/\/[^"]+\/open\/[^"]+/.exec(html)![0]).pathname);
  await fetchAs(api, pixels[0]!, APPLE);
  await fetchAs(api, pixels[1]!);
  const rule = (operator: string, value: object) => people({ type: 'transactional', operator, value });
  const template = TEMPLATE_WITH_LINKS.name;
  expect(await rule('opened', { template, machine_opens: 'count' })).toEqual(['ann', 'bob']);
  expect(await rule('opened', { template })).toEqual(['bob']);
  expect(await rule('not_opened', { template, machine_opens: 'count', within_days: 2 })).toEqual(['cem', 'dan', 'eva']);
});

test('typed conditions have an enumeration for it, and return it', async () => {
  const typedConditions = {
    operator: 'AND',
    rules: [{ campaign: { notOpened: { campaignId: id, machineOpens: 'COUNT' } } }],
  };
  const {
    createSegment: { segment: createSegment },
  } = await ask(
    api,
    `mutation($list: ID!, $typedConditions: SegmentConditionsInput!) {
      createSegment(input: { listId: $list, name: "Typed", typedConditions: $typedConditions }) { segment { conditions
        typedConditions { rules { ... on CampaignRule { campaign { notOpened { campaignId machineOpens } } } } } } } }`,
    { list, typedConditions },
  );
  expect(createSegment).toMatchObject({
    conditions: { rules: [{ operator: 'not_opened', value: { campaign: id, machine_opens: 'count' } }] },
    typedConditions: { rules: [{ campaign: { notOpened: { campaignId: id, machineOpens: 'COUNT' } } }] },
  });
});

test.each([
  ['opened', { machine_opens: 'never' }],
  ['opened', { machine_opens: null }],
  ['clicked', { machine_opens: 'count' }],
  ['not_received', { machine_opens: 'ignore' }],
])('%s with %j is refused with its path', async (operator, more) => {
  const { status, body } = await make({ type: 'campaign', operator, value: { campaign: id, ...more } });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['conditions.rules.0.value.machine_opens']]);
});
