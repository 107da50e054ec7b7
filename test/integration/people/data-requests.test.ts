import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Links } from '../../../src/crypto/links.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { type Inbox, linkIn, openInbox } from '../../support/inbox.ts';
import { linkOf, readAllRows, visit } from '../../support/pages.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let inbox: Inbox;
let list: string;
let email: string;
let id: string;
let person = 0;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  inbox = await openInbox(api.installation);
  await api.rest('PATCH', '/team', { name: 'Tea & Co' });
  list = await makeList(api, { name: 'News' });
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
});
beforeEach(async () => {
  await clockOf(api).set(new Date());
  email = `own${person++}@people.test`;
  id = (await subscribe(api, list, [{ email, first_name: 'Ann' }])).data[0].id;
});

const ask = (of = id) => visit(api, 'POST', linkOf(api, 'preferences', of), 'do=data');
/** The link that the person was sent, whole. */
async function sentLink(): Promise<string> {
  const [message = expect.fail()] = await inbox.mailTo(email);
  await inbox.settled(id);
  const start = linkIn(message, 'data');
  const [whole = ''] = /http:\/\/[^\s"<>]+\/data\/[\w-]+\/[\w-]+/.exec(message.mail.text ?? '') ?? [];
  expect(whole.startsWith(start)).toBe(true);
  return whole;
}
const allPages = async () => (await api.rest('GET', `/people/export?email=${email}&per_page=200`)).body;

test('a person gets the link by e-mail from the list, and downloads the export with it', async () => {
  await api.rest('POST', '/events', { email, name: 'tea.drunk', properties: { cups: 3 } });
  const shown = await ask();
  expect(shown.text).toContain('The link is on its way to your inbox.');
  expect(shown.text).not.toContain('/data/');
  const [message = expect.fail()] = await inbox.mailTo(email);
  expect(message.mail.subject).toBe('Your data at Tea & Co');
  expect(message.mail.from?.value[0]?.address).toBe('news@shop.test');
  expect(message.raw).not.toMatch(/^List-Unsubscribe/im);
  const link = await sentLink();
  const before = await readAllRows(api);
  const page = await visit(api, 'GET', link);
  expect([page.status, page.title, page.headers['cache-control']]).toEqual([200, 'Your data', 'no-store']);
  expect(await readAllRows(api)).toBe(before);
  const file = await visit(api, 'POST', link, 'do=download');
  expect(file.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="data.json"',
    'cache-control': 'no-store',
  });
  const { data } = await allPages();
  expect(JSON.parse(file.text)).toEqual({ pages: [data] });
  expect(data.events[0].properties).toEqual({ cups: 3 });
  expect(await readAllRows(api)).toBe(before);
});

test('a download of many rows is complete, page after page', async () => {
  for (let from = 0; from < 450; from += 150) {
    const events = Array.from({ length: 150 }, (_, index) => ({
      email,
      name: 'seen',
      properties: { n: from + index },
    }));
    expect((await api.rest('POST', '/events', { events })).status).toBeLessThan(300);
  }
  await ask();
  const { pages } = JSON.parse((await visit(api, 'POST', await sentLink(), 'do=download')).text);
  const seen = pages.flatMap(({ events }: { events: { properties: { n: number } }[] }) =>
    events.map((one) => one.properties.n),
  );
  expect(pages).toHaveLength(3);
  expect(new Set(seen).size).toBe(450);
});

test('a person erases everything with the link after confirming, and the link expires', async () => {
  await ask();
  const link = await sentLink();
  for (const body of ['do=erase', 'do=erase&sure=no', 'sure=yes', '', 'do=everything']) {
    expect([body, (await visit(api, 'POST', link, body)).status]).toEqual([body, 400]);
  }
  expect((await allPages()).data.subscriptions).toHaveLength(1);
  const done = await visit(api, 'POST', link, 'do=erase&sure=yes');
  expect([done.status, done.title]).toEqual([200, 'Your data has been erased']);
  expect((await allPages()).data).toMatchObject({ subscriptions: [], known_since: null });
  expect((await allPages()).data.suppression.reason).toBe('erased');
  for (const [method, body] of [['GET'], ['POST', 'do=download'], ['POST', 'do=erase&sure=yes']] as const) {
    expect((await visit(api, method, link, body)).status).toBe(404);
  }
  expect((await ask()).status).toBe(404);
});

test('the links of a newsletter can neither download nor erase, in any form', async () => {
  const before = await readAllRows(api);
  const [token] = linkOf(api, 'preferences', id).split('/').reverse();
  const until = Buffer.from(String(Math.floor(Date.now() / 1000) + 3_600)).toString('base64url');
  for (const url of [`/data/${token}`, `/data/${token}/${until}`, `/data/${token}/`, '/data/x/y', '/data']) {
    for (const body of ['do=download', 'do=erase&sure=yes'])
      expect((await visit(api, 'POST', url, body)).status).toBe(404);
  }
  expect((await visit(api, 'POST', linkOf(api, 'preferences', id), 'do=erase&sure=yes')).status).toBe(400);
  expect((await visit(api, 'POST', linkOf(api, 'preferences', id), 'do=download')).status).toBe(400);
  expect(await readAllRows(api)).toBe(before);
});

test('the link works for a day and cannot be extended or changed to another person', async () => {
  await ask();
  const link = await sentLink();
  const [until = '', token = ''] = link.split('/').reverse();
  const seconds = Number(Buffer.from(until, 'base64url').toString());
  const later = Buffer.from(String(seconds + 86_400)).toString('base64url');
  const links = api.installation.links;
  const guessed = new Links('a secret that somebody else made up', 'http://x.test');
  const elsewhere = await api.db.team.findFirstOrThrow({ where: { id: { not: api.teamId } } });
  for (const url of [
    `/data/${token}/${later}`,
    `/data/${token}/${until}=`,
    `/data/${token}/${Buffer.from('never').toString('base64url')}`,
    `/data/${token.slice(0, -1)}/${until}`,
    new URL(guessed.ofData({ teamId: api.teamId, id }, seconds)).pathname,
    new URL(links.ofData({ teamId: elsewhere.id, id }, seconds)).pathname,
  ]) {
    const { status, title } = await visit(api, 'POST', url, 'do=erase&sure=yes');
    expect([url, status, title]).toEqual([url, 404, 'This link does not work']);
  }
  await clockOf(api).set(new Date(seconds * 1000 - 60_000));
  expect((await visit(api, 'GET', link)).status).toBe(200);
  await clockOf(api).set(new Date(seconds * 1000 + 1_000));
  for (const [method, body] of [['GET'], ['POST', 'do=download'], ['POST', 'do=erase&sure=yes']] as const) {
    expect((await visit(api, method, link, body)).status).toBe(404);
  }
  expect((await allPages()).data.subscriptions).toHaveLength(1);
});

test('repeated requests send one e-mail in ten minutes, with the same answer', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await api.db.message.count({ where: { kind: 'data_request', subscriberId: id } })).toBe(1);
  await inbox.settled(id);
  expect(await inbox.mailTo(email)).toHaveLength(1);
  await api.db.message.updateMany({ where: { subscriberId: id }, data: { createdAt: new Date(Date.now() - 660_000) } });
  await ask();
  expect(await inbox.mailTo(email, 2)).toHaveLength(2);
});

test('a suppressed person gets no e-mail, and the page names a contact address', async () => {
  await api.rest('POST', '/suppressions', { email });
  const shown = await visit(api, 'GET', linkOf(api, 'preferences', id));
  expect(shown.text).toContain('To download or erase your data, please contact the sender.');
  expect(shown.text).not.toContain('value="data"');
  expect((await ask()).status).toBe(400);
  expect(await api.db.message.count({ where: { subscriberId: id } })).toBe(0);
});

test('a person suppressed before the e-mail is sent does not get it', async () => {
  await inbox.settled(id);
  await api.db.$executeRaw`update teams set status = 'suspended' where id = ${api.teamId}`;
  await ask();
  await api.db
    .$executeRaw`insert into suppressions (team_id, id, target, reason) values (${api.teamId}, ${id}::uuid, ${email}, 'manual')`;
  await api.db.$executeRaw`update teams set status = 'active' where id = ${api.teamId}`;
  expect(await inbox.settled(id)).toEqual([{ state: 'failed', lastError: 'The recipient is suppressed.' }]);
});

test('usage counts data request e-mails as a kind of their own', async () => {
  const sentSoFar = async () => (await api.rest('GET', '/usage')).body.data.messages_sent_this_month;
  const before = (await sentSoFar())?.data_request;
  await ask();
  await inbox.settled(id);
  await until(async () => (await sentSoFar()).data_request === before + 1);
});
