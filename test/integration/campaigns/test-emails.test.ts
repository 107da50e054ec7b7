import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api, { from_name: 'The shop' });
  await subscribe(api, list, [{ email: 'ann@people.test', first_name: 'Ann', attributes: { city: 'Köln' } }]);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

const READER = { 'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15' };

let count = 0;
const address = () => `staff${++count}@shop.test`;
const run = (id: string, input: object) => api.rest('POST', `/campaigns/${id}/test`, input);
async function tested(id: string, input: object = {}) {
  const to = address();
  const { status, body } = await run(id, { to: [to], ...input });
  expect(status, JSON.stringify(body)).toBe(201);
  const [{ mail } = expect.fail()] = await inbox.mailTo(to);
  return { to, mail, html: mail.html as string, text: mail.text!, row: body.data[0] };
}
const readMail = async (id: string) => (await api.rest('GET', `/transactional-mails/${id}`)).body.data;
const visit = (url: string, options: object = {}) =>
  api.app.inject({ url: new URL(url).pathname, headers: READER, ...options });

test('a test looks like the campaign’s message to a person, with footer, preheader, UTM and the headers of bulk mail', async () => {
  const ann = await readSubscriber(api, list, 'ann@people.test');
  const own = { preheader: 'For {{ subscriber.first_name }}', utm: { source: 'may' }, reply_to: 'r@shop.test' };
  const id = await makeCampaign(api, list, own);
  const { mail, html, text, row, to } = await tested(id, { as: ann.id });
  expect(mail.subject).toBe('[Test] News for Ann');
  expect(mail.from!.value).toEqual([{ address: 'news@shop.test', name: 'The shop' }]);
  expect([mail.replyTo!.text, mail.messageId]).toEqual(['r@shop.test', `<${row.id}@shop.test>`]);
  expect(text).toMatch(/Hello Ann of News, Köln[\s\S]*offer\?utm_source=may[\s\S]*Baker Street 1/);
  expect(html).toMatch(/<body[^>]*><div style="display:none;[^"]*">For Ann/);
  const header = (name: string) => mail.headerLines.find(({ key }) => key === name)?.line.replace(/\r?\n\s*/g, ' ');
  expect(header('list-unsubscribe')).toMatch(/^List-Unsubscribe: <http:\/\/[^<>]+\/unsubscribe\/test>$/);
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(header('list-id')).toContain(`<${list}.shop.test>`);
  expect(header('feedback-id')).toContain(`Feedback-ID: ${id}:${list}:`);
  expect(row).toMatchObject({ to: [to], status: 'pending', subject: '[Test] News for Ann', template: null });
  await until(async () => (await readMail(row.id)).status === 'sent');
  expect(await readCampaign(api, id)).toMatchObject({ status: 'draft', recipients_count: null, sent_count: 0 });
});

test('without a person it is rendered for the address itself if it is on the list, or else as an example', async () => {
  const id = await makeCampaign(api, list);
  expect((await tested(id)).mail.subject).toBe('[Test] News for Ada');
  await run(id, { to: ['ann@people.test'] });
  const [{ mail } = expect.fail()] = await inbox.mailTo('ann@people.test');
  expect(mail.subject).toBe('[Test] News for Ann');
});

test('its links work, count nothing and unsubscribe no one', async () => {
  const content = `${TEMPLATE.content}<a href="{{ preferences_url }}">P</a> <a href="{{ view_url }}">V</a>`;
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Linked', content });
  const ann = await readSubscriber(api, list, 'ann@people.test');
  const { html, row } = await tested(await makeCampaign(api, list, { template: 'Linked' }), { as: ann.id });
  await until(async () => (await readMail(row.id)).status === 'sent');
  await api.db.message.updateMany({ where: { id: row.id }, data: { sentAt: new Date(Date.now() - 60_000) } });
  await api.db.transactionalMail.updateMany({ where: { id: row.id }, data: { sentAt: new Date(Date.now() - 60_000) } });
  const link = (purpose: string) => new RegExp(`http://[^"]+/${purpose}/[^"]+`).exec(html)?.[0] ?? expect.fail(purpose);
  const click = await visit(link('click'));
  expect([click.statusCode, click.headers.location]).toEqual([302, 'https://shop.test/offer']);
  expect((await visit(link('open'))).headers['content-type']).toBe('image/gif');
  for (const purpose of ['unsubscribe', 'preferences']) {
    const page = await visit(link(purpose), { headers: { 'accept-language': 'de' } });
    expect([page.statusCode, page.payload]).toEqual([200, expect.stringContaining('Das war ein Test')]);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const acted = await visit(link(purpose), {
      method: 'POST',
      headers,
      payload: 'List-Unsubscribe=One-Click&do=leave-all',
    });
    expect(acted.statusCode).toBe(200);
  }
  const view = await visit(link('view'));
  expect([view.statusCode, view.payload]).toEqual([200, expect.stringContaining('Hello Ann of News')]);
  expect(await readMail(row.id)).toMatchObject({ opens: 0, clicks: 0 });
  expect([await api.db.reaction.count(), await api.db.touch.count()]).toEqual([0, 0]);
  expect((await readSubscriber(api, list, 'ann@people.test')).status).toBe('subscribed');
});

test('it is counted as a test, previewed, sent again, and reported by GraphQL', async () => {
  const id = await makeCampaign(api, list);
  const { row } = await tested(id);
  await until(async () => (await readMail(row.id)).status === 'sent');
  const { body } = await api.rest('GET', '/usage');
  expect(JSON.stringify(body)).toContain('"test"');
  const preview = (await api.rest('GET', `/transactional-mails/${row.id}/preview`)).body.data;
  expect(preview).toMatchObject({
    subject: '[Test] News for Ada',
    html: expect.stringContaining('/unsubscribe/preview'),
  });
  expect((await api.rest('POST', `/transactional-mails/${row.id}/resend`)).status).toBe(201);
  await inbox.mailTo(row.to[0], 2);
  const mutation = `mutation { testCampaign(input: { id: "${id}", to: ["x@shop.test", "y@shop.test"] }) { transactionalMails { id to campaignId } } }`;
  expect((await ask(api, mutation)).testCampaign.transactionalMails).toMatchObject([
    { to: ['x@shop.test'], campaignId: id },
    { to: ['y@shop.test'], campaignId: id },
  ]);
});

test('a sent campaign is tested with its content, though its template is deleted', async () => {
  const { body } = await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Gone', subject: 'As it was' });
  const [id, draft] = [
    await makeCampaign(api, list, { template: 'Gone' }),
    await makeCampaign(api, list, { template: 'Gone' }),
  ];
  await api.rest('POST', `/campaigns/${id}/send`);
  await untilEnded(api, id);
  const before = await readCampaign(api, id);
  await api.rest('DELETE', `/templates/${body.data.id}`);
  expect((await tested(id)).mail.subject).toBe('[Test] As it was');
  expect(await readCampaign(api, id)).toEqual({ ...before, template: null });
  expect((await run(draft, { to: [address()] })).body.errors).toEqual({
    template: ['The template of the campaign no longer exists. Choose another one.'],
  });
});

test('a test whose campaign, person or template is deleted before it is sent fails with the reason', async () => {
  const slow = await openTestApp(); // nothing is sent yet
  const template = (await slow.rest('POST', '/templates', TEMPLATE)).body.data.id;
  const list = await makeList(slow);
  await subscribe(slow, list, [{ email: 'ann@people.test' }]);
  const { id: as } = await readSubscriber(slow, list, 'ann@people.test');
  const [gone, kept] = [await makeCampaign(slow, list), await makeCampaign(slow, list)];
  const inputs = [
    [gone, { to: ['a@shop.test'] }],
    [kept, { to: ['b@shop.test'], as }],
    [kept, { to: ['c@shop.test'] }],
  ] as const;
  for (const [id, input] of inputs) expect((await slow.rest('POST', `/campaigns/${id}/test`, input)).status).toBe(201);
  await slow.rest('DELETE', `/campaigns/${gone}`);
  await slow.rest('DELETE', `/subscribers/${as}`);
  await slow.rest('DELETE', `/templates/${template}`);
  const inbox = await openInbox(slow.installation);
  await until(async () => (await slow.rest('GET', '/transactional-mails?status=failed')).body.meta.total === 3);
  const { data } = (await slow.rest('GET', '/transactional-mails')).body;
  const reasons = Object.fromEntries(
    data.map((mail: { to: string[]; failure_reason: string }) => [mail.to[0], mail.failure_reason]),
  );
  const noRow = 'The campaign or its preview person no longer exists.';
  expect(reasons).toEqual({
    'a@shop.test': noRow,
    'b@shop.test': noRow,
    'c@shop.test': 'The template of the campaign no longer exists. Choose another one.',
  });
  expect(inbox.server.received).toEqual([]);
  await inbox.stop();
  await slow.close();
});

test('impossible tests are refused by field, and send nothing', async () => {
  const id = await makeCampaign(api, list);
  await api.rest('POST', '/suppressions', { email: 'blocked@shop.test' });
  await api.rest('POST', '/people/erase', { email: 'erased@shop.test' });
  const other = await makeList(api);
  await subscribe(api, other, [{ email: 'eve@people.test' }]);
  const eve = (await readSubscriber(api, other, 'eve@people.test')).id;
  const eleven = Array.from({ length: 11 }, (_, index) => `s${index}@shop.test`);
  const before = await api.db.transactionalMail.count();
  for (const [input, path] of [
    [{ to: [] }, 'to'],
    [{ to: eleven }, 'to'],
    [{}, 'to'],
    [{ to: 'a@shop.test' }, 'to'],
    [{ to: ['a@shop.test', 'nobody'] }, 'to.1'],
    [{ to: ['a@shop.test\r\nBcc: b@shop.test'] }, 'to.0'],
    [{ to: ['blocked@shop.test', 'a@shop.test'] }, 'to.0'],
    [{ to: ['a@shop.test', 'erased@shop.test'] }, 'to.1'],
    [{ to: ['a@shop.test'], as: eve }, 'as'],
    [{ to: ['a@shop.test'], as: 'ann' }, 'as'],
    [{ to: ['a@shop.test'], variant: 1 }, 'variant'],
    [{ to: ['a@shop.test'], variant: 0 }, 'variant'],
    [{ to: ['a@shop.test'], colour: 'red' }, 'colour'],
  ] as const) {
    const refused = await run(id, input);
    expect([input, refused.status, Object.keys(refused.body.errors)]).toEqual([input, 422, [path]]);
  }
  expect(await api.db.transactionalMail.count()).toBe(before);
  expect((await (await openTeam(api)).rest('POST', `/campaigns/${id}/test`, { to: [address()] })).status).toBe(404);
});

test('erasing a person removes their name from tests rendered for them', async () => {
  await subscribe(api, list, [{ email: 'zoe@people.test', first_name: 'Zoe' }]);
  const { id: as } = await readSubscriber(api, list, 'zoe@people.test');
  const { row } = await tested(await makeCampaign(api, list), { as });
  await until(async () => (await readMail(row.id)).status === 'sent');
  await api.rest('POST', '/people/erase', { email: 'zoe@people.test' });
  expect((await readMail(row.id)).subject).toBe('');
  expect(await api.db.transactionalMail.count({ where: { asPersonKey: { not: null }, id: row.id } })).toBe(0);
});
