import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, linkIn, openInbox } from '../../support/inbox.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

const send = (id: string) => api.rest('POST', `/campaigns/${id}/send`);

test('a campaign goes once to every subscribed person, in their language, with all headers of bulk mail', async () => {
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  const list = await makeList(api, { name: 'Weekly "Ünique" news', from_name: 'The shop' });
  await subscribe(api, list, [
    { email: 'ann@people.test', first_name: 'Ann', attributes: { city: 'Köln' } },
    { email: 'bob@people.test', first_name: 'Bob' },
    { email: 'gone@people.test' },
    { email: 'bad@blocked.test' },
  ]);
  const gone = await readSubscriber(api, list, 'gone@people.test');
  await api.rest('POST', `/subscribers/${gone.id}/unsubscribe`);
  await api.rest('POST', '/suppressions', { domain: 'blocked.test' });
  const id = await makeCampaign(api, list);
  expect((await send(id)).body.data).toMatchObject({ status: 'sending' });
  expect(await untilEnded(api, id)).toMatchObject({
    ...{ status: 'sent', recipients_count: 2, sent_count: 2, failed_count: 0, withheld_count: 0 },
  });
  const [message = expect.fail()] = await inbox.mailTo('ann@people.test');
  const ann = await readSubscriber(api, list, 'ann@people.test');
  expect(message.mail.subject).toBe('News for Ann');
  expect(message.mail.text).toContain('Hello Ann of Weekly "Ünique" news, Köln');
  expect(message.mail.text).toContain('Baker Street 1, London');
  expect(message.mail.html).toContain('Baker Street 1, London');
  expect(linkIn(message, 'unsubscribe')).toContain('/unsubscribe/');
  const { headerLines } = message.mail;
  const header = (name: string) => headerLines.find(({ key }) => key === name)?.line.replace(/\r?\n\s*/g, ' ');
  expect(header('list-unsubscribe')).toMatch(
    /^List-Unsubscribe: <http:\/\/[^<>]+\/unsubscribe\/[\w-]{48}\/[\w-]{30}>$/,
  );
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(header('list-id')).toContain(`<${list}.shop.test>`);
  expect(header('feedback-id')).toContain(`Feedback-ID: ${id}:${list}:`);
  const recipients = (await api.rest('GET', `/campaigns/${id}/recipients`)).body;
  expect(recipients.meta.total).toBe(2);
  const row = recipients.data.find(({ email }: { email: string }) => email === 'ann@people.test');
  expect(message.mail.messageId).toBe(`<${row.id}@shop.test>`);
  expect(row).toMatchObject({ state: 'sent', reason: null, failures: 0 });
  const oneClick = header('list-unsubscribe')!.replace(/.*<http:\/\/[^/]+(.*)>/, '$1');
  const payload = 'List-Unsubscribe=One-Click';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await api.app.inject({ method: 'POST', url: oneClick, payload, headers })).statusCode).toBe(200);
  expect((await readSubscriber(api, list, ann.email)).status).toBe('unsubscribed');
  expect((await inbox.mailTo('bob@people.test')).length).toBe(1);
});

test('content with only a picture gets a text part in campaigns, transactional e-mails and test e-mails', async () => {
  const content = '<html><body><img src="https://shop.test/a.png" alt="Bread"></body></html>';
  await api.rest('POST', '/templates', { name: 'Picture', editor: 'html', subject: 'Only a picture', content });
  const list = await makeList(api);
  await subscribe(api, list, [{ email: 'campaign@picture.test' }]);
  await api.rest('PATCH', '/team', { postal_address: null });
  await send(await makeCampaign(api, list, { template: 'Picture' }));
  const from = 'shop@shop.test';
  await api.rest('POST', '/transactional-mails', { template: 'Picture', from, to: ['mail@picture.test'] });
  const { data } = (await api.rest('GET', '/templates?per_page=100')).body;
  const { id } = data.find(({ name }: { name: string }) => name === 'Picture');
  const tested = await api.rest('POST', `/templates/${id}/test`, { from, to: ['test@picture.test'] });
  expect(tested.status, JSON.stringify(tested.body)).toBe(201);
  const texts = { campaign: /^Bread\s+Unsubscribe \(http/, mail: /^Bread$/, test: /^Bread$/ };
  for (const [who, text] of Object.entries(texts)) {
    const [{ mail } = expect.fail()] = await inbox.mailTo(`${who}@picture.test`);
    expect([who, mail.headers.get('content-type')]).toMatchObject([who, { value: 'multipart/alternative' }]);
    expect(mail.text?.trim()).toMatch(text);
    expect(mail.html).toContain('a.png');
  }
});

test('the audience is the list’s segments, without excluded ones', async () => {
  const list = await makeList(api);
  await subscribe(api, list, [
    { email: 'a1@seg.test', tags: ['a'] },
    { email: 'a2@seg.test', tags: ['a', 'x'] },
    { email: 'b1@seg.test', tags: ['b'] },
    { email: 'c1@seg.test' },
  ]);
  const segment = async (tag: string) => {
    const conditions = { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: [tag] }] };
    return (await api.rest('POST', `/lists/${list}/segments`, { name: tag, conditions })).body.data.id;
  };
  const [a, b, x] = [await segment('a'), await segment('b'), await segment('x')];
  const id = await makeCampaign(api, list, { segments: [a, b], excluded_segments: [x] });
  await send(id);
  expect(await untilEnded(api, id)).toMatchObject({ recipients_count: 2, sent_count: 2 });
  await inbox.mailTo('a1@seg.test');
  await inbox.mailTo('b1@seg.test');
  expect(inbox.server.received.filter(({ envelope }) => /(a2|c1)@seg/.test(envelope.to[0]!))).toEqual([]);
});

test('a campaign without recipients is sent at once', async () => {
  const id = await makeCampaign(api, await makeList(api));
  await send(id);
  expect(await untilEnded(api, id)).toMatchObject({ status: 'sent', recipients_count: 0, sent_count: 0 });
});

test('the content stays fixed when the template changes after the start', async () => {
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Changing', content: '<p>First</p>' });
  const list = await makeList(api);
  await subscribe(api, list, [{ email: 'first@frozen.test' }]);
  const id = await makeCampaign(api, list, { template: 'Changing', subject: 'Own {{ campaign.name }}' });
  await api.rest('POST', `/campaigns/${id}/send`);
  await untilEnded(api, id);
  const [message] = await inbox.mailTo('first@frozen.test');
  expect(message!.mail).toMatchObject({ subject: 'Own May', text: expect.stringContaining('First') });
  const view = linkIn({ ...message!, mail: { ...message!.mail, text: message!.mail.text } }, 'unsubscribe');
  expect(view).toContain('/unsubscribe/');
});

test('the message goes in the language of the person', async () => {
  const localeVariants = { de: { subject: 'Neues', content: '<p>Hallo {{ subscriber.email }}</p>' } };
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Both', locale_variants: localeVariants });
  const list = await makeList(api);
  await subscribe(api, list, [
    { email: 'de@lang.test', locale: 'de-AT' },
    { email: 'en@lang.test', first_name: 'Eve' },
  ]);
  await send(await makeCampaign(api, list, { template: 'Both' }));
  expect((await inbox.mailTo('de@lang.test'))[0]!.mail).toMatchObject({
    subject: 'Neues',
    text: expect.stringMatching(/Hallo de@lang\.test[\s\S]*Abmelden/),
  });
  expect((await inbox.mailTo('en@lang.test'))[0]!.mail.subject).toBe('News for Eve');
});

test('a message broken by one person’s values fails alone', async () => {
  // Not in the links, which the check would find first.
  const content =
    '<p>{% unless view_url contains "preview" %}{% if subscriber.first_name == "Slow" %}{% for a in (1..100000000) %}x{% endfor %}{% endif %}{% endunless %}Hi</p>';
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Picky', content });
  const list = await makeList(api);
  const others = rowsOf(8, 'fine').map((row) => ({ ...row, first_name: 'Fine' }));
  await subscribe(api, list, [...others, { email: 'slow@picky.test', first_name: 'Slow' }]);
  const id = await makeCampaign(api, list, { template: 'Picky' });
  await send(id);
  expect(await untilEnded(api, id)).toMatchObject({ sent_count: 8, failed_count: 1 });
  const failed = (await api.rest('GET', `/campaigns/${id}/recipients?state=failed`)).body.data;
  expect(failed).toMatchObject([{ email: 'slow@picky.test', reason: expect.stringContaining('HTML') }]);
});

test('refused and deferred messages are reported, and repeated only if no server accepted them', async () => {
  const list = await makeList(api);
  await subscribe(api, list, rowsOf(4, 'reply'));
  inbox.server.recipients.set('reply0@people.test', '550 no such user');
  inbox.server.recipients.set('reply1@people.test', '451 later');
  const id = await makeCampaign(api, list);
  await send(id);
  expect(await untilEnded(api, id)).toMatchObject({ sent_count: 2, failed_count: 2 });
  const rows = (await api.rest('GET', `/campaigns/${id}/recipients`)).body.data;
  const of = (email: string) => rows.find((row: { email: string }) => row.email === email);
  expect(of('reply0@people.test')).toMatchObject({ state: 'failed', reason: '550 no such user', failures: 0 });
  expect(of('reply1@people.test')).toMatchObject({ state: 'failed', reason: '451 later', failures: 3 });
  const timeline = await api.rest('GET', `/messages/${of('reply1@people.test').id}/timeline`);
  const types = timeline.body.data.map(({ type }: { type: string }) => type);
  expect(types).toEqual(['queued', 'deferred', 'deferred', 'deferred', 'failed']);
  const foreign = await api.rest('GET', `/messages/${of('reply1@people.test').id}/timeline`, undefined, {
    token: api.otherToken,
  });
  expect(foreign.status).toBe(404);
});

test('a message whose connection is lost after its end is unknown and is not repeated', async () => {
  const list = await makeList(api);
  await subscribe(api, list, [{ email: 'perhaps@lost.test' }]);
  inbox.server.replies.push('hang up');
  const id = await makeCampaign(api, list);
  await send(id);
  expect(await untilEnded(api, id)).toMatchObject({ status: 'sent', sent_count: 0, unknown_count: 1 });
  expect(await inbox.mailTo('perhaps@lost.test')).toHaveLength(1);
});

const cameTo = (prefix: string) =>
  inbox.server.received
    .filter(({ envelope }) => envelope.to[0]!.startsWith(prefix))
    .map(({ envelope }) => envelope.to[0]!);

/** Lets a few more of its messages through, and keeps the next ones waiting until the returned function is called. */
async function sendSome(id: string, prefix: string): Promise<() => void> {
  const [sent, came] = [(await readCampaign(api, id)).sent_count, cameTo(prefix).length];
  const sendOn = inbox.server.holdAnswers(() => cameTo(prefix).length >= came + 20);
  const begun = await api.rest('POST', `/campaigns/${id}/${came === 0 ? 'send' : 'resume'}`);
  expect(begun.body.data.status).toBe('sending');
  await until(async () => (await readCampaign(api, id)).sent_count > sent);
  return sendOn;
}

test('a pause stops it, resuming continues it, cancelling ends it, and each person gets it at most once', async () => {
  const list = await makeList(api);
  await subscribeMany(api, list, rowsOf(300, 'many'));
  const id = await makeCampaign(api, list);
  const sendRest = await sendSome(id, 'many');
  expect((await api.rest('POST', `/campaigns/${id}/pause`)).body.data.status).toBe('paused');
  sendRest();
  await until(
    async () =>
      (await api.db.message.count({ where: { campaignId: id, state: { in: ['claimed', 'sending'] } } })) === 0,
  );
  const paused = await readCampaign(api, id);
  expect(paused.sent_count).toBeLessThan(300);
  expect((await api.rest('POST', `/campaigns/${id}/pause`)).status).toBe(409);
  const sendLast = await sendSome(id, 'many');
  expect((await api.rest('POST', `/campaigns/${id}/cancel`)).body.data.status).toBe('cancelled');
  sendLast();
  await until(async () => {
    const { sent_count, withheld_count } = await readCampaign(api, id);
    return sent_count + withheld_count === 300;
  });
  const got = cameTo('many');
  expect(got).toHaveLength((await readCampaign(api, id)).sent_count);
  expect(got.length).toBeLessThan(300);
  expect(new Set(got).size).toBe(got.length);
  expect((await api.rest('POST', `/campaigns/${id}/resume`)).status).toBe(409);
});

test('people who unsubscribe during sending do not get it', async () => {
  const list = await makeList(api);
  await subscribeMany(api, list, rowsOf(100, 'leaver'));
  const id = await makeCampaign(api, list);
  const sendRest = await sendSome(id, 'leaver');
  await api.rest('POST', `/campaigns/${id}/pause`);
  sendRest();
  const [waiting] = await until(async () => {
    const { data } = (await api.rest('GET', `/campaigns/${id}/recipients?state=queued`)).body;
    return data.length > 0 && data;
  });
  const leaver = await readSubscriber(api, list, waiting.email);
  await api.rest('POST', `/subscribers/${leaver.id}/unsubscribe`);
  await api.rest('POST', `/campaigns/${id}/resume`);
  expect(await untilEnded(api, id)).toMatchObject({ sent_count: 99, withheld_count: 1 });
  const [row] = (await api.rest('GET', `/campaigns/${id}/recipients?state=withheld`)).body.data;
  expect(row).toMatchObject({ email: waiting.email, reason: 'The person is unsubscribed.' });
  expect(inbox.server.received.filter(({ envelope }) => envelope.to[0] === waiting.email)).toEqual([]);
});
