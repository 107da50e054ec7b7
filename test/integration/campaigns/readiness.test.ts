import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';

const POSTAL = { postal_address: 'Baker Street 1, London' };
const PROVIDER = { name: 'Bulk', host: 'smtp.provider.example', is_default: true };

let local: TestApp;
let outside: TestApp;
beforeAll(async () => {
  local = await openTestApp(); // PUBLIC_URL is not set: links begin with http://localhost:4000
  outside = await openTestApp({ publicUrl: 'https://news.shop.example', mailUrl: 'smtp://smtp.provider.example' });
});
afterAll(async () => {
  await local.close();
  await outside.close();
});

const check = async (api: TestApp, id: string) => (await api.rest('POST', `/campaigns/${id}/check`)).body.data;
const send = (api: TestApp, id: string) => api.rest('POST', `/campaigns/${id}/send`);
const paths = (issues: { path: string }[]) => issues.map(({ path }) => path);

/** A draft of a new team to one person, with this content. */
async function draft(testApp: TestApp, content = TEMPLATE.content, list: object = {}) {
  const api = await openTeam(testApp);
  const signing = {
    domain: 'shop.test',
    selector: 's',
    publicKey: '',
    privateKey: new Uint8Array(),
    verifiedAt: new Date(),
  };
  await api.db.sendingDomain.create({ data: { ...signing, teamId: api.teamId, id: newId() } });
  await api.rest('POST', '/templates', { ...TEMPLATE, content });
  const to = await makeList(api, list);
  await subscribe(api, to, [{ email: 'ann@people.test' }]);
  return { api, list: to, id: await makeCampaign(api, to) };
}

test('a campaign that reaches people needs a postal address and a public address for its links', async () => {
  const { api, id } = await draft(local);
  await api.rest('POST', '/transports', PROVIDER);
  const found = await check(api, id);
  expect(found).toEqual({
    recipients_count: 1,
    ready: false,
    problems: [
      { path: 'postal_address', message: expect.stringContaining('The team has no postal address') },
      { path: 'links', message: expect.stringContaining('http://localhost:4000. Set PUBLIC_URL') },
    ],
    warnings: [],
  });
  const refused = await send(api, id);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    Object.fromEntries(found.problems.map(({ path, message }: Record<string, string>) => [path, [message]])),
  ]);
  expect((await readCampaign(api, id)).status).toBe('draft');
  await api.rest('PATCH', '/team', POSTAL);
  expect(paths((await check(api, id)).problems)).toEqual(['links']);
  expect((await send(api, id)).status).toBe(422);
});

test('a campaign with both addresses is ready and is sent', async () => {
  const { api, id } = await draft(outside);
  await api.rest('PATCH', '/team', POSTAL);
  expect(await check(api, id)).toEqual({ recipients_count: 1, ready: true, problems: [], warnings: [] });
  expect((await send(api, id)).status).toBe(200);
});

describe('addresses in the content that people cannot open', () => {
  test.each([
    '<a href="http://localhost:4000/offer">',
    '<a class="x" HREF=https://127.0.0.1/>',
    "<img src='http://192.168.1.5/a.png'>",
    '<a href="http://[::1]/">',
    '<a href="https://shop.local/">',
    '<a href="https://localhost./">',
    '<a href="http://intranet/">',
    '<a href="http:///offer">',
    '<a href="/offer">',
    '<img src="a.png">',
    '<a href="https://user@10.0.0.1:8080/{{ subscriber.id }}">',
  ])('are a problem: %s', async (content) => {
    const { api, id } = await draft(outside, `<p>${content}</p>`);
    await api.rest('PATCH', '/team', POSTAL);
    expect(paths((await check(api, id)).problems)).toEqual(['template']);
    expect(Object.keys((await send(api, id)).body.errors)).toEqual(['template']);
  });

  test.each([
    '<a href="https://shop.example/offer">',
    '<a href="{{ subscriber.attributes.link }}">',
    '<a href="https://{{ subscriber.attributes.host }}/x">',
    '<a href="{% if subscriber.first_name %}https://shop.example{% endif %}">',
    '<a href="mailto:a@localhost">',
    '<a href="#top">',
    '<a href="//cdn.shop.example/x">',
    '<a href="https://93.184.216.34/">',
    '<img src="cid:logo">',
    '<p>http://localhost:4000 is where developers look</p>',
  ])('are not a problem: %s', async (content) => {
    const { api, id } = await draft(outside, `<p>${content}</p>`);
    await api.rest('PATCH', '/team', POSTAL);
    expect((await check(api, id)).problems).toEqual([]);
  });

  test('are found in every language', async () => {
    const { api, id } = await draft(outside);
    await api.rest('PATCH', '/team', POSTAL);
    const [template] = (await api.rest('GET', '/templates')).body.data;
    const content = '<a href="http://localhost/de">Hallo</a>';
    await api.rest('PUT', `/templates/${template.id}`, { locale_variants: { de: { content } } });
    expect((await check(api, id)).problems).toMatchObject([{ message: expect.stringContaining('localhost/de') }]);
  });
});

describe('without real delivery the same problems are warnings, and it is sent', () => {
  test('from the outbox', async () => {
    const { api, id } = await draft(local, '<a href="http://localhost/">');
    const found = await check(api, id);
    expect([found.ready, paths(found.warnings)]).toEqual([true, ['postal_address', 'links', 'template']]);
    expect((await send(api, id)).status).toBe(200);
  });

  test.each([
    ['smtp://127.0.0.1:1025', true],
    ['smtp://mailpit:1025', true],
    ['smtp://[::1]:2500', true],
    ['smtp://127.0.0.1:25', false],
    ['smtp://localhost', false],
    ['smtps://10.0.0.5', false],
    ['smtp://smtp.provider.example:2525', false],
  ])('over MAIL_URL=%s: %s', async (mailUrl, ready) => {
    const { api, id } = await draft(local);
    const { config } = api.installation;
    config.mailUrl = mailUrl;
    expect((await check(api, id)).ready).toBe(ready);
    config.mailUrl = undefined;
  });

  test('and the list’s own transport takes precedence over the team’s default', async () => {
    const { api, list, id } = await draft(local);
    const { body } = await api.rest('POST', '/transports', { ...PROVIDER, is_default: false });
    expect((await check(api, id)).ready).toBe(true);
    await api.rest('PUT', `/lists/${list}`, { name: 'News', from_email: 'news@shop.test', transport: body.data.id });
    expect((await check(api, id)).ready).toBe(false);
  });
});

test('an empty audience, not counting suppressed people, is a warning', async () => {
  const { api, id } = await draft(outside);
  await api.rest('PATCH', '/team', POSTAL);
  await api.rest('POST', '/suppressions', { email: 'ann@people.test' });
  const found = await check(api, id);
  expect([found.recipients_count, found.ready, paths(found.warnings)]).toEqual([0, true, ['audience']]);
});

test('GraphQL checks the same, and only drafts are checked', async () => {
  const { api, id } = await draft(outside);
  const query = `{ checkCampaign(id: "${id}") { recipientsCount ready problems { path message } warnings { path } } }`;
  expect((await ask(api, query)).checkCampaign).toEqual({
    ...{ recipientsCount: 1, ready: false, warnings: [] },
    problems: [{ path: ['postalAddress'], message: expect.stringContaining('The team has no postal address') }],
  });
  await api.rest('PATCH', '/team', POSTAL);
  await send(api, id);
  const late = await api.rest('POST', `/campaigns/${id}/check`);
  expect([late.status, late.body]).toEqual([409, { message: 'Only a draft can be checked.', errors: {} }]);
});
