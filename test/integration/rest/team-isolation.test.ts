import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outboxFileName } from '../../../src/storage/outbox-folder.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { canMakeRow, makeExampleObjects, makeRow } from '../../support/example-rows.ts';
import { signIn } from '../../support/members.ts';
import { forNoToken, OPERATIONS, UNKNOWN_ID } from '../../support/operations.ts';

const NOT_FOUND = { message: 'Not found.', errors: {} };

const BODY = {
  name: 'Taken over',
  tags: ['vip'],
  label: 'Taken over',
  subscribers: [{ email: 'x@people.test' }],
  variables: {},
};

/** Forbidden operations of tokens are tested in members.test.ts. */
const WITH_ID = OPERATIONS.filter(({ method, path }) => path.includes(':') && !forNoToken(`${method} ${path}`));
const NAMES = [
  ...new Set(WITH_ID.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string))),
];

let api: TestApp;
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await openTestApp();
  await makeExampleObjects(api);
  for (const name of NAMES.filter(canMakeRow)) ids[name] = await makeRow(api, name);
  const { teamId } = api;
  const outbox = join(api.installation.config.dataDir as string, 'outbox');
  await mkdir(outbox, { recursive: true });
  ids.message = ids.mail as string;
  const file = outboxFileName({ id: ids.message, createdAt: new Date() });
  await writeFile(join(outbox, file), 'Subject: Hello\r\n\r\nHello');
  ids.pause = ids.transport as string;
  const pause = { teamId, id: ids.pause, transportId: ids.pause, domain: '', failures: 5, reason: '421 later' };
  await api.db.sendingPause.create({ data: { ...pause, pausedUntil: new Date() } });
  const counted = { teamId, day: new Date(), sendingDomain: 'shop.test', recipientDomain: 'people.test', count: 1 };
  const refused = { transportId: ids.pause, cause: 'blocked', reason: '554 blocked' };
  await api.db.refusalCount.create({ data: { ...counted, ...refused } });
  await api.db.deliveryCount.create({ data: { ...counted, outcome: 'sent', cause: '', holder: 1 } });
  const entered = await api.rest('POST', `/automations/${ids.automation}/enter`, { email: 'ann@people.test' });
  ids.run = entered.body.data.id;
  ids.delivery = UNKNOWN_ID.replace(/.$/, '2');
  const delivery = { teamId, id: ids.delivery, webhookId: ids.webhook as string, kind: 'campaign.sent' };
  const sent = { url: 'https://hooks.shop.test/', host: 'hooks.shop.test', body: '{}' };
  await api.db.webhookDelivery.create({ data: { ...delivery, ...sent } });
  const { options } = await signIn(api, 'owner');
  await api.rest('POST', '/invitations', { email: 'new@staff.test', role: 'viewer' }, options);
  const event = { email: 'ann@people.test', name: 'order', reference: 'r1', properties: { sku: 'A1' } };
  await api.rest('POST', '/events', event);
});
afterAll(() => api.close());

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
      (_, name) =>
        id(name) ??
        expect.fail(`No POST creates a ${name}: add it to ROWS (example-rows.ts), or make one in beforeAll.`),
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
  '/changes', // from a cursor on: test/integration/changes/pages.test.ts
  '/installation',
  '/people',
  '/people/export',
  '/people/search', // by words only: test/integration/people/search.test.ts
  '/ready-made-automations',
  '/ready-made-templates',
  '/request-log', // has the other team's own calls: test/integration/platform/logged-requests.test.ts
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
