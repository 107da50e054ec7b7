import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await api.rest('POST', '/templates', { name: 'Thanks', editor: 'html', subject: 'S', content: '<p>Hi</p>' });
});
afterAll(() => api.close());

const LIST = { name: 'News', from_email: 'news@shop.test' };
const MAIL = { template: 'Thanks', from: 'a@shop.test', to: ['b@shop.test'] };

test.each([
  ['/lists', {}, 'name=required, from_email=required'],
  ['/lists', { ...LIST, from_email: 'x' }, 'from_email=format'],
  ['/lists', { ...LIST, name: 'x'.repeat(256) }, 'name=too_long'],
  ['/lists', { ...LIST, name: '  ' }, 'name=required'],
  ['/lists', { ...LIST, name: 7 }, 'name=type'],
  ['/templates', { name: 'Thanks', editor: 'html', subject: 'S', content: '<p>Hi</p>' }, 'name=taken'],
  ['/templates', { name: 'Other', editor: 'word', subject: 'S', content: '<p>Hi</p>' }, 'editor=choice'],
  ['/transactional-mails', { ...MAIL, template: 'None' }, 'template=not_found'],
  ['/transactional-mails', { ...MAIL, to: [] }, 'to=too_few'],
  ['/transactional-mails', { ...MAIL, to: ['b@shop.test', 'no'] }, 'to.1=format'],
  ['/transactional-mails', { ...MAIL, subject: 'S', html: '<p>Hi</p>' }, 'template=excluded'],
  ['/events', { email: 'a@shop.test', name: 'order', value: -1, currency: 'EUR' }, 'value=too_small'],
  ['/events', { email: 'a@shop.test', name: 'order', value: 1 }, 'currency=required'],
  ['/conversions', { email: 'a@shop.test', value: 1, currency: 'EUR', order_id: 'A' }, 'order_id=unknown_key'],
  ['/fields', { key: 'email', type: 'text' }, 'key=taken'],
])('POST %s with %j has the codes %s', async (path, body, codes) => {
  const { status, headers } = await api.rest('POST', path, body);
  expect([status, headers['x-error-codes']]).toEqual([422, codes]);
});

test('names of fields with other characters are percent-encoded', async () => {
  const { status, headers } = await api.rest('POST', '/conversions', {
    ...{ email: 'a@shop.test', value: 1, currency: 'EUR' },
    'größe, =\r\nSet-Cookie: a': 1,
  });
  expect([status, headers['x-error-codes'], headers['set-cookie']]).toEqual([
    422,
    'gr%C3%B6%C3%9Fe%2C%20%3D%0D%0ASet-Cookie%3A%20a=unknown_key',
    undefined,
  ]);
});

test('the header names no more fields than fit in 2,000 characters', async () => {
  const to = Array.from({ length: 50 }, () => 'no');
  const cc = Array.from({ length: 50 }, () => 'no');
  const bcc = Array.from({ length: 50 }, () => 'no');
  const { headers, body } = await api.rest('POST', '/transactional-mails', { ...MAIL, to, cc, bcc });
  const value = String(headers['x-error-codes']);
  expect(Object.keys(body.errors)).toHaveLength(150);
  expect(value.length).toBeLessThanOrEqual(2_000);
  expect(value).toMatch(/^to\.0=format, to\.1=format, /);
  expect(value).toMatch(/=format$/);
});

test('a conflict has its reason, and repeats it with the same Idempotency-Key', async () => {
  const { body: campaign } = await api.rest('POST', '/campaigns', { name: 'July', list, template: 'Thanks' });
  const pause = () =>
    api.rest('POST', `/campaigns/${campaign.data.id}/pause`, undefined, { headers: { 'idempotency-key': 'pause-1' } });
  const answers = [await pause(), await pause()];
  for (const { status, headers, body } of answers) {
    expect([status, headers['x-error-codes']]).toEqual([409, 'conflict=not_sending']);
    expect(body).toEqual({ message: 'The campaign is not being sent.', errors: {} });
  }
  expect(answers.map(({ headers }) => headers['idempotent-replay'])).toEqual([undefined, 'true']);
});

test('GraphQL gives the reason of the same conflict in upper case', async () => {
  const { body: campaign } = await api.rest('POST', '/campaigns', { name: 'August', list, template: 'Thanks' });
  const { extensions } = await fail(api, 'mutation ($id: ID!) { pauseCampaign(id: $id) { campaign { id } } }', {
    id: campaign.data.id,
  });
  expect(extensions).toMatchObject({ code: 'CONFLICT', reason: 'NOT_SENDING' });
});

test('other answers have no codes', async () => {
  const answers = [
    await api.rest('GET', '/lists'),
    await api.rest('GET', '/nothing'),
    await api.rest('DELETE', '/lists/none'),
  ];
  expect(answers.map(({ headers }) => headers['x-error-codes'])).toEqual([undefined, undefined, undefined]);
});

test('GraphQL has the same codes, in errors and in the rows of a batch', async () => {
  const create = 'mutation ($input: CreateListInput!) { createList(input: $input) { list { id } } }';
  expect((await fail(api, create, { input: { name: '', fromEmail: 'x' } })).extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [
      { path: ['name'], code: 'REQUIRED' },
      { path: ['fromEmail'], code: 'FORMAT' },
    ],
  });
  expect((await fail(api, create, { input: { name: 7, fromEmail: 'x' } })).extensions.issues).toMatchObject([
    { path: ['name'], code: 'TYPE' },
  ]);
  expect((await fail(api, create, { input: { name: 'N' } })).extensions.issues).toMatchObject([
    { path: ['fromEmail'], code: 'REQUIRED' },
  ]);
  const { createSubscribers } = await ask(
    api,
    'mutation ($list: ID!) { createSubscribers(input: { listId: $list, subscribers: [{ email: "no" }] }) { results { issues { code } } } }',
    { list },
  );
  expect(createSubscribers.results[0].issues).toEqual([{ code: 'FORMAT' }]);
});
