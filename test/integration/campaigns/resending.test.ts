import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, untilEnded } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import {
  APPLE,
  fetchAs,
  type ReceivedMessage,
  sendCampaignTo,
  TEMPLATE_WITH_LINKS,
} from '../../support/received-messages.ts';
import { statement } from '../../support/statement.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let list: string;
let id: string;
let messages: ReceivedMessage[];
const PEOPLE = ['ann', 'bob', 'cem', 'dan', 'eva', 'fay'].map((name) => `${name}@people.test`);

beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation, []);
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  list = await makeList(api);
  inbox.server.recipients.set('fay@people.test', '550 5.7.1 no');
  await subscribe(
    api,
    list,
    PEOPLE.map((email) => ({ email })),
  );
  ({ id, messages } = await sendCampaignTo(api, inbox, list, PEOPLE, { subject: 'First', from_name: 'The shop' }));
  const [ann, bob, cem] = messages as [ReceivedMessage, ReceivedMessage, ReceivedMessage];
  for (const url of [ann.pixel, ann.clicks[0]!, bob.pixel]) await fetchAs(api, url);
  await fetchAs(api, cem.pixel, APPLE);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

const resend = (campaign: string, body: object, token = api.token) =>
  api.rest('POST', `/campaigns/${campaign}/resend-to`, body, { token });

const readers = async (campaign: string) => {
  const { body } = await api.rest('GET', `/campaigns/${campaign}/recipients?per_page=100`);
  return body.data.map(({ email }: { email: string }) => email.split('@')[0]).sort();
};

async function send(campaign: string): Promise<string[]> {
  expect((await api.rest('POST', `/campaigns/${campaign}/send`)).status).toBe(200);
  await untilEnded(api, campaign);
  return readers(campaign);
}

test('a resend is a draft with the same content, to people who received the message and did not open it', async () => {
  const { status, body } = await resend(id, { who: 'not_opened', subject: 'Second' });
  expect([status, body.data]).toMatchObject([
    201,
    {
      ...{ name: 'May (not opened)', status: 'draft', list, template: TEMPLATE_WITH_LINKS.name, subject: 'Second' },
      ...{ from_name: 'The shop', resend_of: id, resend_who: 'not_opened' },
    },
  ]);
  const check = await api.rest('POST', `/campaigns/${body.data.id}/check`);
  expect(check.body.data).toMatchObject({ recipients_count: 3, ready: true });
  expect(await send(body.data.id)).toEqual(['cem', 'dan', 'eva']);
});

test('the same in GraphQL, to people who did not click; without a subject it keeps the campaign’s', async () => {
  const {
    resendCampaign: { campaign: resendCampaign },
  } = await ask(
    api,
    `mutation($id: ID!) { resendCampaign(input: { id: $id, resendAudience: NOT_CLICKED }) { campaign { id subject resendOfId resendOf { name } resendAudience } } }`,
    { id },
  );
  expect(resendCampaign).toMatchObject({
    ...{ subject: 'First', resendOfId: id, resendOf: { name: 'May' }, resendAudience: 'NOT_CLICKED' },
  });
  expect(await send(resendCampaign.id)).toEqual(['bob', 'cem', 'dan', 'eva']);
});

test('recipients are chosen when it is sent: people who open, leave or are erased before then get nothing', async () => {
  const { data: draft } = (await resend(id, { who: 'not_opened' })).body;
  await fetchAs(api, messages.find(({ to }) => to.startsWith('dan'))!.pixel);
  const eva = await readSubscriber(api, list, 'eva@people.test');
  await api.rest('POST', `/subscribers/${eva.id}/unsubscribe`);
  await subscribe(api, list, [{ email: 'new@people.test' }]);
  expect(await send(draft.id)).toEqual(['cem']);
});

test('a campaign with removed messages has no recipients left: the check reports it, and nothing is sent', async () => {
  const { data: draft } = (await resend(id, { who: 'not_opened' })).body;
  await statement(api.databaseUrl, `update campaigns set messages_removed_at = now() where id = '${id}'`);
  const { data } = (await api.rest('POST', `/campaigns/${draft.id}/check`)).body;
  expect(data).toMatchObject({ ready: false, problems: [{ path: 'resend_of' }] });
  const sent = await api.rest('POST', `/campaigns/${draft.id}/send`);
  expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ['resend_of']]);
  await statement(api.databaseUrl, `update campaigns set messages_removed_at = null where id = '${id}'`);
});

test('after the campaign is deleted, a resend of it has no recipients', async () => {
  const first = await makeCampaign(api, list, { template: TEMPLATE_WITH_LINKS.name });
  await send(first);
  const { data: draft } = (await resend(first, { who: 'not_opened' })).body;
  expect((await api.rest('DELETE', `/campaigns/${first}`)).status).toBe(204);
  const { data } = (await api.rest('POST', `/campaigns/${draft.id}/check`)).body;
  expect(data).toMatchObject({ recipients_count: 0, ready: false, problems: [{ path: 'resend_of' }] });
  expect(await readCampaign(api, draft.id)).toMatchObject({ resend_of: first });
});

test.each([
  ['who: opened', { who: 'opened' }, 'who'],
  ['no who', {}, 'who'],
  ['a subject of two lines', { who: 'not_opened', subject: 'a\nb' }, 'subject'],
  ['a subject that is no Liquid', { who: 'not_opened', subject: '{{ a' }, 'subject'],
  ['a key that it does not know', { who: 'not_opened', list: 'x' }, 'list'],
])('%s is refused, and creates no draft', async (_name, body, field) => {
  const before = await api.db.campaign.count();
  const { status, body: answer } = await resend(id, body);
  expect([status, Object.keys(answer.errors)]).toEqual([422, [field]]);
  expect(await api.db.campaign.count()).toBe(before);
});

test('a draft cannot be resent, nor a campaign without tracking, nor one of another team', async () => {
  const draft = await makeCampaign(api, list, { template: TEMPLATE_WITH_LINKS.name });
  expect((await resend(draft, { who: 'not_opened' })).status).toBe(409);
  expect((await resend(id, { who: 'not_opened' }, api.otherToken)).status).toBe(404);
  await statement(api.databaseUrl, `update campaigns set tracking = false where id = '${id}'`);
  const { status, body } = await resend(id, { who: 'not_clicked' });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['who']]);
});

test('a name of maximum length is cut between characters, not within one', async () => {
  const name = `x${'🎈'.repeat(254)}`;
  const cancelled = await makeCampaign(api, list, { name, template: TEMPLATE_WITH_LINKS.name });
  await api.rest('POST', `/campaigns/${cancelled}/cancel`);
  const { status, body } = await resend(cancelled, { who: 'not_opened' });
  expect([status, body.data?.name]).toEqual([201, `x${'🎈'.repeat(241)} (not opened)`]);
});
