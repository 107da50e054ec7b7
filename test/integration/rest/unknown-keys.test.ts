import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LENIENT_OPERATIONS } from '../../../src/rest/specified.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { type SignedIn, signIn } from '../../support/members.ts';
import { forNoToken, OPERATIONS, UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
let list: string;
let campaign: string;
let owner: SignedIn;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  owner = await signIn(api, 'owner');
  await api.rest('POST', '/templates', { name: 'Thanks', editor: 'html', content: 'Hello' });
  campaign = (await api.rest('POST', '/campaigns', CAMPAIGN())).body.data.id;
});
afterAll(() => api.close());

const CAMPAIGN = () => ({ name: 'Spring', list, template: 'Thanks', subject: 'Hello' });
const LATER = '2030-01-31T12:00:00Z';
const named = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  Object.keys(body.errors ?? {}),
];

const UPLOADS = ['/suppressions/imports', '/media'];
const LENIENT = new Set(LENIENT_OPERATIONS);
const WITHOUT_IDS = OPERATIONS.filter(({ path }) => !path.includes(':') && !UPLOADS.includes(path));

test.each(WITHOUT_IDS)('$method $path names an unknown key of the query, and of the body', async ({ method, path }) => {
  const operation = `${method} ${path}`;
  const options = forNoToken(operation) ? owner.options : {};
  const refused = [422, ['colour']];
  const body = method === 'GET' ? undefined : {};
  expect(named(await api.rest(method, `${path}?colour=red`, body, options))).toEqual(refused);
  if (!body || LENIENT.has(operation)) return;
  expect(named(await api.rest(method, path, { colour: 'red' }, options))).toEqual(refused);
});

test.each(LENIENT_OPERATIONS)('the specification’s %s is an operation', (operation) => {
  expect(OPERATIONS.map(({ method, path }) => `${method} ${path}`)).toContain(operation);
});

describe('an unknown send time', () => {
  test.each([
    ['POST', () => '/campaigns', CAMPAIGN],
    ['PUT', () => `/campaigns/${campaign}`, () => ({})],
    ['POST', () => `/campaigns/${campaign}/send`, () => ({})],
  ])('is refused by %s %s, without effect', async (method, path, body) => {
    const before = await api.db.campaign.findMany();
    const answer = await api.rest(method, path(), { ...body(), scheduled_on: LATER });
    expect(named(answer)).toEqual([422, ['scheduled_on']]);
    expect(await api.db.campaign.findMany()).toEqual(before);
  });
});

test('a refused key comes with the nearest known key, or all of them', async () => {
  const near = await api.rest('POST', '/campaigns', { ...CAMPAIGN(), fromEmail: 'a@shop.test' });
  expect(near.body).toEqual({
    message: 'The fromEmail field is not known to this operation. Did you mean from_email?',
    errors: { fromEmail: ['The fromEmail field is not known to this operation. Did you mean from_email?'] },
  });
  const far = await api.rest('POST', '/tags', { name: 'vip', colour: 'red' });
  expect(far.body.message).toBe('The colour field is not known to this operation, which takes name.');
  const none = await api.rest('POST', `/campaigns/${campaign}/pause`, { until: LATER });
  expect(none.body.message).toBe('The until field is not known to this operation, which takes nothing.');
});

test('a nested key is named by its path', async () => {
  const attachments = [
    { filename: 'a.txt', content: 'YQ==' },
    { file: 'b.txt', content: 'YQ==' },
  ];
  const mail = { template: 'Thanks', from: 's@shop.test', to: ['ann@people.test'], attachments };
  expect(named(await api.rest('POST', '/transactional-mails', mail))).toEqual([422, ['attachments.1.file']]);
});

test('keys in the caller’s own data are never unknown', async () => {
  const mail = { template: 'Thanks', from: 's@shop.test', to: ['ann@people.test'], variables: { send_at: 1, x: {} } };
  expect((await api.rest('POST', '/transactional-mails', mail)).status).toBe(201);
});

test.each(['sort', 'per_pag', 'first', 'offset', 'constructor', '__proto__', 'ключ'])(
  'the parameter %s of a page is refused',
  async (name) => {
    const answer = await api.rest('GET', `/campaigns?${encodeURIComponent(name)}=x&page=1&per_page=2&status=draft`);
    expect(named(answer)).toEqual([422, [name]]);
  },
);

test.each(['{"constructor": 1}', '{"__proto__": {"x": 1}}', '{"toString": null}', '{"": 1}', '{"a.b": 1}'])(
  'the body %s is refused without a server error',
  async (body) => {
    const answer = await api.rest('POST', '/tags', body);
    expect(named(answer)).toEqual([422, [Object.keys(JSON.parse(body))[0] || 'row']]);
  },
);

test('a body full of unknown keys gets a short answer', async () => {
  const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, 1]));
  const answer = await api.rest('POST', '/tags', { ...body, name: 'vip' });
  expect(Object.keys(answer.body.errors)).toHaveLength(20);
  const long = await api.rest('POST', '/tags', { ['x'.repeat(1_000_000)]: 1 });
  expect(JSON.stringify(long.body).length).toBeLessThan(1_000);
});

test('a missing resource in the path comes first: 404', async () => {
  const calls = [
    ['PUT', `/campaigns/${UNKNOWN_ID}`],
    ['POST', `/campaigns/${UNKNOWN_ID}/send`],
    ['DELETE', `/tokens/${UNKNOWN_ID}`],
    ['DELETE', `/sending-pauses/${UNKNOWN_ID}`],
    ['POST', `/lists/${UNKNOWN_ID}/segments/preview`],
    ['GET', `/campaigns/${UNKNOWN_ID}/recipients?sort=email`],
    ['GET', `/messages/${UNKNOWN_ID}/timeline?sort=at`],
  ] as const;
  for (const [method, path] of calls) {
    const { status } = await api.rest(method, path, method === 'GET' ? undefined : { scheduled_at: LATER });
    expect([method, path, status]).toEqual([method, path, 404]);
  }
});

test('a form field sent with a file is refused too, and nothing is stored', async () => {
  const form = (field: string) =>
    `--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\ntrue\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="p.csv"\r\nContent-Type: text/csv\r\n\r\nemail\r\nann@people.test\r\n--b--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  for (const path of [`/lists/${list}/imports`, `/lists/${list}/imports/preview`]) {
    const refused = await api.rest('POST', path, form('resubscribed'), { headers });
    expect(refused.body.errors).toEqual({
      resubscribed: ['The resubscribed field is not known to this operation. Did you mean resubscribe?'],
    });
    const byQuery = await api.rest('POST', `${path}?dry_run=true`, form('resubscribe'), { headers });
    expect(named(byQuery)).toEqual([422, ['dry_run']]);
    expect((await api.rest('POST', path, form('resubscribe'), { headers })).status).toBeLessThan(300);
  }
  expect(await api.db.import.count()).toBe(1);
});

describe('without a body', () => {
  const pause = (body: string | undefined, type: string) =>
    api.rest('POST', `/campaigns/${campaign}/cancel`, body, { headers: { 'content-type': type } });

  test.each(['', '{}', 'null', '[]'])('%j counts as none', async (body) => {
    expect((await pause(body, 'application/json')).status).not.toBe(422);
  });

  test('a form is 415, and invalid JSON 400', async () => {
    expect((await pause('scheduled_at=tomorrow', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await pause('', 'application/x-www-form-urlencoded')).status).not.toBe(415);
    expect((await pause('{', 'application/json')).status).toBe(400);
  });
});
