import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { all } from '../../support/segments.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';
const PEOPLE = ['ann', 'bob', 'cem'].map((name) => ({ email: `${name}@kept.test`, first_name: name }));
const OFFER = 'https://shop.test/offer';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let list: string;
let old: string;
let young: string;
let messages: string[];
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  const more =
    '<a href="https://shop.test/for/{{ subscriber.first_name }}">Yours</a> <a href="{{ view_url }}">View</a> <a href="{{ unsubscribe_url }}">Bye</a></body>';
  await api.rest('POST', '/templates', { ...TEMPLATE, content: TEMPLATE.content.replace('</body>', more) });
  list = await makeList(api);
  await subscribe(api, list, PEOPLE);
  old = await send();
  messages = await Promise.all(
    PEOPLE.map(async ({ email }) => String((await inbox.mailTo(email))[0]!.mail.html).replaceAll('&amp;', '&')),
  );
  for (const [ann, bob] of [messages, messages, messages]) {
    await click(linksOf(ann!, 'click')[0]!);
    await click(linksOf(bob!, 'click')[1]!);
  }
  await click(linksOf(messages[1]!, 'click')[0]!);
  young = await send();
  await statement(
    api.databaseUrl,
    `update campaigns set ended_at = now() - interval '600 days' where id = '${old}';
     insert into feedback (team_id, message_id, person_key, kind, reason, key)
     select team_id, id, person_key, 'soft_bounce', 'full', sha256(id::text::bytea) from messages where campaign_id = '${old}'`,
  );
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

async function send(): Promise<string> {
  const id = await makeCampaign(api, list);
  await api.rest('POST', `/campaigns/${id}/send`);
  await untilEnded(api, id);
  await api.db.message.updateMany({ where: { campaignId: id }, data: { sentAt: new Date(Date.now() - 60_000) } });
  return id;
}

const linksOf = (html: string, purpose: string): string[] =>
  [...html.matchAll(new RegExp(`http://[^/"]+(/${purpose}/[^"]+)"`, 'g'))].map(([, path]) => path!);
const click = (url: string) => api.app.inject({ method: 'GET', url, headers: { 'user-agent': BROWSER } });
const recipientsOf = async (id: string) => (await api.rest('GET', `/campaigns/${id}/recipients`)).body.meta.total;
const clickedIn = async (id: string) =>
  (await api.graphql('query($id: ID!) { campaign(id: $id) { links { url unique total } } }', { id })).body.data.campaign
    .links;
const peopleWho = async (operator: string) => {
  const conditions = all({ type: 'campaign', operator, value: { campaign: old } });
  const { body } = await api.rest('POST', `/lists/${list}/segments/preview`, { conditions });
  return body.data.subscribers_count;
};

test.each([29, 36_501, 'long', 40.5])('%j days is refused, and nothing is removed', async (days) => {
  const { status, body } = await api.rest('PATCH', '/team', { keep_messages_for: days });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['keep_messages_for']]);
  expect(await recipientsOf(old)).toBe(3);
});

test('messages are kept forever unless the team sets a limit; then those of campaigns beyond it are removed', async () => {
  expect((await api.rest('GET', '/team')).body.data.keep_messages_for).toBe(null);
  const before = await readCampaign(api, old);
  expect(before).toMatchObject({ sent_count: 3, messages_removed_at: null });
  expect(await clickedIn(old)).toHaveLength(2);
  expect(await peopleWho('received')).toBe(3);
  await api.graphql('mutation { updateTeam(input: { keepMessagesFor: 540 }) { team { keepMessagesFor } } }');
  await until(async () => (await recipientsOf(old)) === 0);
  expect(await readCampaign(api, old)).toEqual({ ...before, messages_removed_at: expect.any(String) });
});

test('younger campaigns keep their messages', async () => {
  expect(await recipientsOf(young)).toBe(3);
  expect(await readCampaign(api, young)).toMatchObject({ messages_removed_at: null });
});

test('clicked links keep their counts, except a link in only one message, which might name its reader', async () => {
  expect(await clickedIn(old)).toEqual([{ url: OFFER, unique: 2, total: 4 }]);
});

test('the report stays the same, except for that link', async () => {
  const { data } = (await api.rest('GET', `/campaigns/${old}/report`)).body;
  expect(data).toMatchObject({ recipients: 3, sent: 3, clicks: { unique: 2, total: 7 } });
  expect(data.links).toEqual([{ url: OFFER, unique: 2, total: 4 }]);
});

test('the links of an old message still work and unsubscribe, and are no longer counted; it cannot be viewed', async () => {
  const message = messages[2]!;
  const answer = await click(linksOf(message, 'click')[0]!);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, OFFER]);
  expect((await click(linksOf(message, 'view')[0]!)).statusCode).toBe(404);
  expect(await clickedIn(old)).toEqual([{ url: OFFER, unique: 2, total: 4 }]);
  const url = linksOf(message, 'unsubscribe')[0]!;
  expect((await api.app.inject({ method: 'POST', url })).statusCode).toBe(200);
  const { data } = (await api.rest('GET', `/lists/${list}/subscribers?search=cem`)).body;
  expect(data).toMatchObject([{ status: 'unsubscribed' }]);
});

test('clicks and bounces of each person stay known, receipt does not', async () => {
  expect(await peopleWho('clicked')).toBe(2);
  expect(await peopleWho('received')).toBe(0);
  expect(await statement(api.databaseUrl, `select reason, message_id from feedback`)).toEqual(
    PEOPLE.map(() => ({ reason: 'full', message_id: null })),
  );
});

test('a campaign without its removed messages can be deleted', async () => {
  expect((await api.rest('DELETE', `/campaigns/${old}`)).status).toBe(204);
  expect((await api.rest('GET', `/campaigns/${old}`)).status).toBe(404);
});
