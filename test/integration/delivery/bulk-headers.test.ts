import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';

let api: TestApp;
let inbox: Inbox;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
  inbox = await openInbox(api.installation);
  await api.rest('POST', '/templates', { name: 'News', editor: 'html', subject: 'News', content: '<p>Hello</p>' });
  list = await makeList(api, { headers: { 'X-From-List': 'yes', 'X-SES-CONFIGURATION-SET': 'of-the-list' } });
  await subscribe(api, list, [{ email: 'ann@bulk.test' }]);
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
  await closeRendering();
});

const header = (raw: string, name: string) =>
  [
    ...raw
      .split('\r\n\r\n')[0]!
      .replace(/\r\n(?=[ \t])/g, '')
      .matchAll(new RegExp(`^${name}: (.*)$`, 'gim')),
  ].map(([, value]) => value!.trim());

let count = 0;
async function sentBy(campaign: object) {
  const before = inbox.server.received.filter(({ envelope }) => envelope.to.includes('ann@bulk.test')).length;
  const given = { name: `Issue ${count++}`, list, template: 'News', ...campaign };
  const { status, body } = await api.rest('POST', '/campaigns', given);
  expect([status, body.errors]).toEqual([201, undefined]);
  await api.rest('POST', `/campaigns/${body.data.id}/send`);
  const arrived = await inbox.mailTo('ann@bulk.test', before + 1);
  return { campaign: body.data, raw: arrived.at(-1)!.raw };
}

test('a campaign message asks for no automatic replies', async () => {
  const { raw } = await sentBy({});
  expect(header(raw, 'Precedence')).toEqual(['bulk']);
  expect(header(raw, 'X-Auto-Response-Suppress')).toEqual(['OOF, AutoReply']);
  expect(header(raw, 'Feedback-ID')[0]).toMatch(/:tidings$/);
});

test('a campaign’s headers replace those of its list and our own, whatever their letter case', async () => {
  const variables = '{"campaign":"May","note":"a, b"}';
  const headers = { 'x-ses-configuration-set': 'of-May', 'X-Mailgun-Variables': variables, PRECEDENCE: 'list' };
  const { campaign, raw } = await sentBy({ headers });
  expect(campaign.headers).toEqual(headers);
  expect(header(raw, 'X-SES-CONFIGURATION-SET')).toEqual(['of-May']);
  expect(header(raw, 'X-From-List')).toEqual(['yes']);
  expect(header(raw, 'X-Mailgun-Variables')).toEqual([variables]);
  expect(header(raw, 'Precedence')).toEqual(['list']);
  const copy = (await api.rest('POST', `/campaigns/${campaign.id}/duplicate`)).body.data;
  expect(copy.headers).toEqual(headers);
  const cleared = await api.rest('PUT', `/campaigns/${copy.id}`, { headers: null });
  expect(cleared.body).toMatchObject({ data: { headers: {} } });
});

test.each([
  [{ From: 'a@x.test' }, 'headers.From'],
  [{ 'List-Id': 'a' }, 'headers.List-Id'],
  [{ 'list-unsubscribe': '<a>' }, 'headers.list-unsubscribe'],
  [{ 'X-A': 'a\r\nBcc: b@x.test' }, 'headers.X-A'],
  [{ 'X A': 'a' }, 'headers.X A'],
  [{ 'X-A': 'Hello {{ subscriber.first_name }}' }, 'headers.X-A'],
  [{ 'X-A': 5 }, 'headers.X-A'],
  ['X-A: b', 'headers'],
])('%j are not valid headers of a campaign, a list or a transport', async (headers, field) => {
  const changes = [
    ['/campaigns', { name: 'A', list, template: 'News', headers }],
    ['/lists', { name: 'A', from_email: 'a@x.test', headers }],
    ['/transports', { name: 'A', host: 'smtp.x.test', headers }],
  ] as const;
  for (const [path, body] of changes) {
    const answer = await api.rest('POST', path, body);
    expect([path, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([path, 422, [field]]);
  }
});

test('a list’s headers are in its confirmations, and GraphQL reads and clears them', async () => {
  const asking = await makeList(api, { requires_confirmation: true, headers: { 'X-PM-Message-Stream': 'outbound' } });
  await subscribe(api, asking, [{ email: 'conny@bulk.test' }]);
  const [{ raw } = expect.fail()] = await inbox.mailTo('conny@bulk.test');
  expect(header(raw, 'X-PM-Message-Stream')).toEqual(['outbound']);
  expect(header(raw, 'Auto-Submitted')).toEqual(['auto-generated']);
  const change = 'mutation ($input: UpdateListInput!) { updateList(input: $input) { list { headers } } }';
  expect(await ask(api, '{ list(id: $id) { headers } }'.replace('$id', `"${asking}"`))).toEqual({
    list: { headers: { 'X-PM-Message-Stream': 'outbound' } },
  });
  expect(await ask(api, change, { input: { id: asking, headers: null } })).toEqual({
    updateList: { list: { headers: {} } },
  });
});
