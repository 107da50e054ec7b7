import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { changeStatus, makeAutomation } from '../../support/automations.ts';
import { makeCampaign, untilEnded } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import type { Received } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';

const CONTENT = `<html><body><p>Grüße, {{ subscriber.first_name }} {{ variables.code }}</p><p><a href="https://shop.test/offer?a=1">Offer</a></p>
<p><a href="{{ unsubscribe_url }}">Leave</a> <a href="{{ preferences_url }}">Choose</a> <a href="{{ view_url }}">View</a></p></body></html>`;
const ALWAYS = ['LINKS', 'BOUNDARIES', 'DATE', 'VALUES', 'ADDED_HEADERS'];

let api: TestApp;
let inbox: Inbox;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs({ feedbackDomain: 'bounces.shop.test' });
  inbox = await openInbox(api.installation);
  const input = { name: 'Issue', editor: 'html', subject: 'Für {{ subscriber.first_name }}', content: CONTENT };
  await api.rest('POST', '/templates', input);
  list = await makeList(api, { name: 'Neuigkeiten für alle', headers: { 'X-From-List': 'yes' } });
  await subscribe(
    api,
    list,
    ['ann', 'bob', 'eva', 'gus'].map((name) => ({ email: `${name}@source.test`, first_name: name.toUpperCase() })),
  );
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
  await closeRendering();
});

interface Source {
  content: string;
  differences: string[];
}

const sourceOfMail = async (id: string): Promise<Source | null> =>
  (await ask(api, 'query ($id: ID!) { transactionalMail(id: $id) { source { content differences } } }', { id }))
    .transactionalMail.source;
const sourceOfMessage = async (id: string): Promise<Source | null> =>
  (await ask(api, 'query ($id: ID!) { campaignMessage(id: $id) { source { content differences } } }', { id }))
    .campaignMessage.source;

const MAIL = { template: 'Issue', from: 'Bäckerei <shop@shop.test>' };

/** Sends an e-mail, and returns its id and the bytes that arrived. */
async function send(mail: { to: unknown[] } & Record<string, unknown>, email: string) {
  const before = inbox.server.received.filter(({ envelope }) => envelope.to.includes(email)).length;
  const { status, body } = await api.rest('POST', '/transactional-mails', { ...MAIL, ...mail });
  expect([status, body.errors]).toEqual([201, undefined]);
  const received = (await inbox.mailTo(email, before + 1)).at(-1)!;
  await until(async () => (await api.rest('GET', `/transactional-mails/${body.data.id}`)).body.data.status === 'sent');
  return { id: body.data.id as string, received };
}

/** Sends a campaign, and returns the message that arrived at an address, with its id. */
async function sendCampaign(email: string, input: object = {}) {
  const before = inbox.server.received.filter(({ envelope }) => envelope.to.includes(email)).length;
  const campaign = await makeCampaign(api, list, input);
  await api.rest('POST', `/campaigns/${campaign}/send`);
  await untilEnded(api, campaign);
  const received = (await inbox.mailTo(email, before + 1)).at(-1)!;
  return { id: /^<([^@]+)@/.exec(received.mail.messageId!)![1]!, received };
}

const TOKEN = /\/(unsubscribe|preferences|confirm|view|open|click|more)\/[\w-]{48}/g;
const ADDRESS = /<mailto:u[a-z2-7-]+@/;
const inert = (text: string): string => text.replace(TOKEN, '/$1/shown').replace(ADDRESS, '<mailto:u-shown@');

/** The header lines, unfolded, with the replacements that the documentation names, without the date and the signature. */
const headersOf = (raw: string): string[] =>
  inert(raw.split('\r\n\r\n')[0]!.replace(/\r\n[ \t]+/g, ' '))
    .replace(/boundary="[^"]+"/, 'boundary="any"')
    .split('\r\n')
    .filter((line) => !/^(Date|DKIM-Signature): /.test(line));

const partsOf = ({ text, html, attachments }: ParsedMail) => ({
  text: inert(text ?? ''),
  html: inert(html || ''),
  attachments: attachments.map(({ filename, contentType, content, cid }) => [
    filename,
    contentType,
    content.toString('base64'),
    cid,
  ]),
});

/** Every header and part is equal, and the Date header names the same minute. */
async function expectSame(source: Source | null, { raw, mail }: Received) {
  const shown = await simpleParser(source!.content);
  expect(headersOf(source!.content)).toEqual(headersOf(raw));
  expect(partsOf(shown)).toEqual(partsOf(mail));
  expect(Math.abs(shown.date!.getTime() - mail.date!.getTime())).toBeLessThan(60_000);
  expect(source!.content).not.toMatch(TOKEN);
}

const PDF = { filename: 'Rechnung für Ann.pdf', content: Buffer.from('%PDF-1.7 …').toString('base64') };

test('the source of a transactional e-mail equals the bytes that the mail server got, except for its tokens', async () => {
  const mail = {
    to: ['Ann Schön <ann@source.test>'],
    cc: ['bob@source.test'],
    bcc: ['hidden@source.test'],
    reply_to: ['help@shop.test'],
    headers: { 'X-Order': '7' },
    attachments: [PDF],
  };
  const { id, received } = await send(mail, 'ann@source.test');
  const source = await sourceOfMail(id);
  await expectSame(source, received);
  expect(source!.differences).toEqual(ALWAYS);
  expect(source!.content).toContain('X-Order: 7');
  expect(source!.content).not.toContain('hidden@source.test');
  expect((received.mail.to as AddressObject).text).toContain('Ann Schön');
});

test('the source of an e-mail to a subscriber has its List-Unsubscribe headers without tokens', async () => {
  const { id, received } = await send({ to: ['ann@source.test'] }, 'ann@source.test');
  const source = await sourceOfMail(id);
  await expectSame(source, received);
  expect(received.raw).toMatch(/List-Unsubscribe:/);
  expect(headersOf(source!.content).find((line) => line.startsWith('List-Unsubscribe:'))).toMatch(
    /\/unsubscribe\/shown>, <mailto:u-shown@bounces\.shop\.test\?subject=unsubscribe>$/,
  );
});

test('the source of a campaign message equals the bytes that the mail server got, except for its tokens', async () => {
  const { id, received } = await sendCampaign('bob@source.test', {
    reply_to: 'editor@shop.test',
    headers: { 'X-Campaign': 'May' },
    utm: { source: 'tidings', medium: 'email', campaign: 'may' },
  });
  const source = await sourceOfMessage(id);
  await expectSame(source, received);
  expect(source!.differences).toEqual(ALWAYS);
  expect(received.raw).toContain('X-From-List: yes');
});

test('the source of an automation e-mail equals the bytes that the mail server got, except for its tokens', async () => {
  const steps = [{ id: 'mail', type: 'send', template: 'Issue', subject: '{{ event.product }} for you' }];
  const automation = await makeAutomation(api, { name: 'Cart', list, steps });
  await changeStatus(api, automation, 'activate');
  const before = inbox.server.received.filter(({ envelope }) => envelope.to.includes('eva@source.test')).length;
  const event = { email: 'eva@source.test', name: 'cart.abandoned', properties: { product: 'Brötchen' } };
  expect((await api.rest('POST', '/events', event)).status).toBe(201);
  const received = (await inbox.mailTo('eva@source.test', before + 1)).at(-1)!;
  const id = /^<([^@]+)@/.exec(received.mail.messageId!)![1]!;
  await until(async () => (await sourceOfMessage(id)) !== null);
  const source = await sourceOfMessage(id);
  await expectSame(source, received);
  expect(received.mail.subject).toBe('Brötchen for you');
  expect(source!.differences).toEqual(ALWAYS);
});

test('the source of a test e-mail of a campaign equals the bytes that the mail server got', async () => {
  const campaign = await makeCampaign(api, list);
  const { body } = await api.rest('POST', `/campaigns/${campaign}/test`, { to: ['me@source.test'] });
  const [received] = await inbox.mailTo('me@source.test');
  const { id } = body.data[0];
  await until(async () => (await sourceOfMail(id)) !== null);
  const source = await sourceOfMail(id);
  await expectSame(source, received!);
  expect(source!.differences).toContain('CONTENT');
});

test('the links of a source open nothing, and a request to unsubscribe by one changes nothing', async () => {
  const { id } = await sendCampaign('eva@source.test');
  const { html } = await simpleParser((await sourceOfMessage(id))!.content);
  const links = [...(html || '').matchAll(/(?:href|src)="(http[^"]+)"/g)].map(([, url]) => new URL(url!));
  const ours = links.filter(({ pathname }) => pathname.includes('/shown'));
  expect(ours.map(({ pathname }) => pathname.split('/')[1]).sort()).toEqual(
    ['click', 'more', 'open', 'preferences', 'unsubscribe', 'view'].sort(),
  );
  for (const { pathname } of ours) {
    expect((await api.app.inject({ url: pathname })).headers.location).toBeUndefined();
    await api.app.inject({ method: 'POST', url: pathname, payload: 'List-Unsubscribe=One-Click' });
  }
  const { body } = await api.rest('GET', '/people?email=eva@source.test');
  expect(body.data.subscriptions[0].status).toBe('subscribed');
  const { campaignMessage } = await ask(
    api,
    'query ($id: ID!) { campaignMessage(id: $id) { openedAt clickedAt timeline { type } } }',
    { id },
  );
  expect(campaignMessage).toMatchObject({ openedAt: null, clickedAt: null });
});

test('a person who unsubscribed or bounced later is still in the source', async () => {
  const mail = await send({ to: ['gus@source.test'] }, 'gus@source.test');
  const { id, received } = await sendCampaign('gus@source.test');
  await api.rest('POST', '/suppressions', { email: 'gus@source.test' });
  await expectSame(await sourceOfMessage(id), received);
  await expectSame(await sourceOfMail(mail.id), mail.received);
});

test('the source names an edited template, and masks secret variables', async () => {
  const mail = { to: ['new@source.test'], variables: { code: '814093' }, secret_variables: ['code'] };
  const { id, received } = await send(mail, 'new@source.test');
  expect(received.mail.text).toContain('814093');
  const source = await sourceOfMail(id);
  expect((await simpleParser(source!.content)).text).toContain('•••');
  expect(source!.content).not.toContain('814093');
  expect(source!.differences).toContain('SECRETS');
  const { body } = await api.rest('GET', '/templates?search=Issue');
  await api.rest('PUT', `/templates/${body.data[0].id}`, { content: `${CONTENT}<p>Later</p>` });
  expect((await sourceOfMail(id))!.differences).toContain('CONTENT');
});

test('the source of a signed e-mail says that its DKIM signature is missing', async () => {
  const { body } = await api.rest('POST', '/sending-domains', { domain: 'signed.test' });
  await api.db.sendingDomain.updateMany({ where: { id: body.data.id }, data: { verifiedAt: new Date() } });
  const mail = { to: ['sam@source.test'], from: 'shop@signed.test' };
  const { id, received } = await send(mail, 'sam@source.test');
  expect(received.raw).toMatch(/^DKIM-Signature:/);
  const source = await sourceOfMail(id);
  await expectSame(source, received);
  expect(source!.differences).toContain('SIGNATURE');
});

test('a waiting e-mail has no source yet, and an emptied one has none any more', async () => {
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const waiting = await api.rest('POST', '/transactional-mails', { ...MAIL, to: ['ann@source.test'], send_at: later });
  expect(await sourceOfMail(waiting.body.data.id)).toBeNull();
  const { id } = await send({ to: ['old@source.test'] }, 'old@source.test');
  expect(await sourceOfMail(id)).not.toBeNull();
  await api.db.transactionalMail.updateMany({ where: { id }, data: { contentRemovedAt: new Date() } });
  expect(await sourceOfMail(id)).toBeNull();
});

test('another team sees no source', async () => {
  const { id } = await send({ to: ['own@source.test'] }, 'own@source.test');
  const query = 'query ($id: ID!) { transactionalMail(id: $id) { source { content } } }';
  const { body } = await api.graphql(query, { id }, { token: api.otherToken });
  expect(body).toEqual({ data: { transactionalMail: null } });
});
