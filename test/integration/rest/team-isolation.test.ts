import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outboxFileName } from '../../../src/storage/outbox-folder.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { signIn } from '../../support/members.ts';
import { forNoToken, OPERATIONS, UNKNOWN_ID } from '../../support/operations.ts';
import { png } from '../../support/pictures.ts';
import { upload } from '../../support/upload.ts';

const NOT_FOUND = { message: 'Not found.', errors: {} };

const BODY = {
  name: 'Taken over',
  tags: ['vip'],
  label: 'Taken over',
  subscribers: [{ email: 'x@people.test' }],
  variables: {},
};

let api: TestApp;
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await openTestApp();
  ids.list = await makeList(api);
  ids.subscriber = (await subscribe(api, ids.list, [{ email: 'ann@people.test', tags: ['vip'] }])).data[0].id;
  ids.tag = (await api.rest('GET', '/tags')).body.data[0].id;
  ids.key = (await api.rest('POST', '/fields', { key: 'city', type: 'text' })).body.data.key;
  ids.suppression = (await api.rest('POST', '/suppressions', { email: 'ann@blocked.test' })).body.data.id;
  const conditions = { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] };
  ids.segment = (await api.rest('POST', `/lists/${ids.list}/segments`, { name: 'Some', conditions })).body.data.id;
  const template = { name: 'Welcome', editor: 'html', content: 'Hello' };
  ids.template = (await api.rest('POST', '/templates', template)).body.data.id;
  ids.media = (await upload(api, png(5, 5))).body.data.id;
  const mail = { template: 'Welcome', from: 'shop@shop.test', to: ['ann@people.test'] };
  ids.mail = (await api.rest('POST', '/transactional-mails', mail)).body.data.id;
  const outbox = join(api.installation.config.dataDir as string, 'outbox');
  await mkdir(outbox, { recursive: true });
  const file = outboxFileName({ id: ids.mail as string, createdAt: new Date() });
  await writeFile(join(outbox, file), 'Subject: Hello\r\n\r\nHello');
  ids.form = (await api.rest('POST', '/forms', { list: ids.list, name: 'Footer' })).body.data.id;
  ids.transport = (await api.rest('POST', '/transports', { name: 'Bulk', host: 'smtp.shop.test' })).body.data.id;
  ids.pause = ids.transport as string;
  const pause = {
    teamId: api.teamId,
    id: ids.pause,
    transportId: ids.pause,
    domain: '',
    failures: 5,
    reason: '421 later',
  };
  await api.db.sendingPause.create({ data: { ...pause, pausedUntil: new Date() } });
  const refusal = { sendingDomain: 'shop.test', recipientDomain: 'people.test', transportId: ids.transport as string };
  const blocked = {
    ...refusal,
    teamId: api.teamId,
    day: new Date(),
    cause: 'blocked',
    count: 1,
    reason: '554 blocked',
  };
  await api.db.refusalCount.create({ data: blocked });
  const counted = { teamId: api.teamId, day: new Date(), sendingDomain: 'shop.test', recipientDomain: 'people.test' };
  await api.db.deliveryCount.create({ data: { ...counted, outcome: 'sent', cause: '', holder: 1, count: 1 } });
  const campaign = { name: 'News', list: ids.list, template: 'Welcome' };
  ids.campaign = (await api.rest('POST', '/campaigns', campaign)).body.data.id;
  const automation = { name: 'Cart', trigger: { type: 'api' }, steps: [{ type: 'wait', for: 'P1D' }] };
  ids.automation = (await api.rest('POST', '/automations', automation)).body.data.id;
  await api.rest('POST', `/automations/${ids.automation}/activate`);
  const entered = await api.rest('POST', `/automations/${ids.automation}/enter`, { email: 'ann@people.test' });
  ids.run = entered.body.data.id;
  ids.domain = (await api.rest('POST', '/sending-domains', { domain: 'shop.test' })).body.data.id;
  ids.source = (await api.rest('POST', '/feedback-sources', { provider: 'generic' })).body.data.id;
  ids.message = ids.mail as string;
  const webhook = { url: 'https://hooks.shop.test/', kinds: ['campaign.sent'] };
  ids.webhook = (await api.rest('POST', '/webhooks', webhook)).body.data.id;
  ids.delivery = UNKNOWN_ID.replace(/.$/, '2');
  const delivery = { teamId: api.teamId, id: ids.delivery, webhookId: ids.webhook as string, kind: 'campaign.sent' };
  await api.db.webhookDelivery.create({ data: { ...delivery, url: webhook.url, host: 'hooks.shop.test', body: '{}' } });
  ids.token = (await api.rest('POST', '/tokens', { name: 'Shop', ability: 'read' })).body.data.id;
  const { memberId, options } = await signIn(api, 'owner');
  ids.member = memberId;
  await api.rest('POST', '/invitations', { email: 'new@staff.test', role: 'viewer' }, options);
  const sale = { email: 'ann@people.test', value: 100, currency: 'EUR' };
  ids.conversion = (await api.rest('POST', '/conversions', sale)).body.data.id;
  const many = { subscribers: rowsOf(101) };
  ids.import = (await api.rest('POST', `/lists/${ids.list}/subscribers/batch`, many)).body.data.id;
  await api.rest('POST', '/events', {
    email: 'ann@people.test',
    name: 'order',
    reference: 'r1',
    properties: { sku: 'A1' },
  });
});
afterAll(() => api.close());

/** Forbidden operations of tokens are tested in members.test.ts. */
const WITH_ID = OPERATIONS.filter(({ method, path }) => path.includes(':') && !forNoToken(`${method} ${path}`));

describe.each(WITH_ID)('$method $path is 404', ({ method, path }) => {
  const isFile = method === 'POST' && /\/imports(\/preview)?$/.test(path);
  const body = method === 'GET' ? undefined : isFile ? 'email\nx@people.test\n' : BODY;
  const headers: Record<string, string> = isFile ? { 'content-type': 'text/csv' } : {};
  test.each([
    ["another team's id", (name: string) => ids[name], 'otherToken' as const],
    ['an unknown id', () => UNKNOWN_ID, 'token' as const],
    ['a malformed id', () => 'x', 'token' as const],
    ['an id with a NUL', () => 'a%00b', 'token' as const],
    ['a path that does not decode', () => '%zz', 'token' as const],
  ])('for %s', async (_, id, token) => {
    const url = path.replace(
      /:(\w+)/g,
      (_, name) => id(name) ?? expect.fail(`No ${name} is made before the tests: make one in beforeAll.`),
    );
    for (const given of typeof body === 'object' ? [body, {}] : [body]) {
      const answer = await api.rest(method, url, given, { token: api[token], headers });
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

/** Routes without a team's rows, files of such rows, and tokens, because the other team has its own. */
const NO_LISTS = [
  '/audit-log/export',
  '/installation',
  '/people',
  '/people/export',
  '/people/search', // by words only: test/integration/people/search.test.ts
  '/ready-made-automations',
  '/ready-made-templates',
  '/revenue',
  '/sending-backlogs',
  '/sending-rate',
  '/team',
  '/tokens',
  '/usage',
  '/webhook-kinds',
];
const LISTS = OPERATIONS.filter(
  ({ method, path }) => method === 'GET' && !path.includes(':') && !forNoToken(`${method} ${path}`),
)
  .map(({ path }) => path)
  .filter((path) => !NO_LISTS.includes(path));

/** Required parameters of lists. */
const REQUIRED: Record<string, string> = {
  '/events': '?email=ann@people.test',
  '/events/properties': '?name=order',
  '/subscribers': '?email=ann@people.test',
};

test.each(LISTS)('GET %s shows the other team nothing of the first', async (path) => {
  const url = `${path}${REQUIRED[path] ?? ''}`;
  const mine = (await api.rest('GET', url)).body;
  const others = (await api.rest('GET', url, undefined, { token: api.otherToken })).body;
  expect([mine.data.length > 0, others.data]).toEqual([true, []]);
  expect(others.meta?.total).toBe(mine.meta && 0);
});

test("the first team's data is unchanged", async () => {
  const list = await api.rest('GET', `/lists/${ids.list}`);
  expect(list.body.data).toMatchObject({ name: 'News', subscribed_count: 1 });
  const subscriber = await api.rest('GET', `/subscribers/${ids.subscriber}`);
  expect(subscriber.body.data).toMatchObject({ status: 'subscribed', tags: ['vip'] });
  for (const path of [`/fields/${ids.key}`, `/tags/${ids.tag}`, `/suppressions/${ids.suppression}`]) {
    expect((await api.rest('GET', path)).status).toBe(200);
  }
});

test('teams can use the same names', async () => {
  const call = (path: string, body: unknown) => api.rest('POST', path, body, { token: api.otherToken });
  const event = await call('/events', { email: 'ann@people.test', name: 'order', reference: 'r1' });
  expect(event.body.data.status).toBe('recorded');
  const template = await call('/templates', { name: 'Welcome', editor: 'html', content: 'Hello' });
  expect(template.status).toBe(201);
  const mail = await call('/transactional-mails', { template: 'Order', from: 's@shop.test', to: ['a@people.test'] });
  expect(mail.status).toBe(422);
});

test('an upper-case id is found too', async () => {
  const { body } = await api.rest('GET', `/lists/${ids.list?.toUpperCase()}`);
  expect(body.data.id).toBe(ids.list);
});
