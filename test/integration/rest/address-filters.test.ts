import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';

let api: TestApp;
let list: string;
let automation: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  const definition = { name: 'Cart', trigger: { type: 'api' }, steps: [{ type: 'wait', for: 'P1D' }] };
  automation = (await api.rest('POST', '/automations', definition)).body.data.id;
  await subscribe(api, list, [{ email: 'ada+news@people.test' }, { email: 'jürgen@bücher.example' }]);
  for (const email of ['ada+news@people.test', 'jürgen@bücher.example']) {
    await api.rest('POST', '/suppressions', { email });
    await api.rest('POST', '/events', { email, name: 'seen' });
    const mail = { to: [email], from: 'us@shop.test', subject: 'Hi', text: 'Hi' };
    await api.rest('POST', '/transactional-mails', mail);
  }
});
afterAll(() => api.close());

const FILTERS: [name: string, path: () => string, field: string][] = [
  ['suppressions', () => '/suppressions?email=', 'email'],
  ['the subscribers of a list', () => `/lists/${list}/subscribers?email=`, 'email'],
  ['subscriptions', () => '/subscribers?email=', 'email'],
  ['transactional mails', () => '/transactional-mails?recipient=', 'recipient'],
  ['the events of a person', () => '/events?email=', 'email'],
  ['recorded events', () => '/events/recorded?email=', 'email'],
  ['the runs of an automation', () => `/automations/${automation}/runs?email=`, 'email'],
  ['a person', () => '/people?email=', 'email'],
  ['the export of a person', () => '/people/export?email=', 'email'],
];
const INVALID = 'must be a valid email address.';

test.each(FILTERS)('%s: an invalid address is refused', async (_, path, field) => {
  for (const address of [
    'nonsense',
    'ada@',
    '@people.test',
    'ada@people',
    'a@b@people.test',
    '%00',
    'ada%0A@people.test',
  ]) {
    const { status, body } = await api.rest('GET', path() + address);
    expect([address, status, body.errors]).toEqual([address, 422, { [field]: [`The ${field} field ${INVALID}`] }]);
  }
});

test.each(FILTERS)('%s: a space in place of + is explained', async (_, path, field) => {
  const message = `The ${field} field ${INVALID} In a query string, write + in an address as %2B.`;
  for (const address of ['ada+news@people.test', 'ada%20news@people.test', 'ada+a+b@people.test']) {
    const { status, body } = await api.rest('GET', path() + address);
    expect([status, body.errors]).toEqual([422, { [field]: [message] }]);
  }
});

test.each(FILTERS.slice(0, 6))('%s: an address is found in any spelling', async (_, path) => {
  for (const address of [
    'ada+news@people.test',
    ' ADA+News@People.Test',
    'JÜrgen@BÜcher.example',
    'jürgen@xn--bcher-kva.example',
  ]) {
    const { status, body } = await api.rest('GET', path() + encodeURIComponent(address));
    expect([address, status, body.data?.length]).toEqual([address, 200, 1]);
  }
  expect((await api.rest('GET', `${path()}nobody@people.test`)).body.data).toEqual([]);
});

test('an invalid domain is refused', async () => {
  const { status, body } = await api.rest('GET', '/suppressions?domain=nonsense');
  expect([status, body.errors]).toEqual([422, { domain: ['The domain field must be a valid domain.'] }]);
  expect((await api.rest('GET', '/suppressions?domain=People.test')).status).toBe(200);
});

test.each([
  ['{ suppressions(email: "ada news@people.test") { totalCount } }', 'email'],
  ['{ transactionalMails(filter: { recipient: "nonsense" }) { totalCount } }', 'recipient'],
  ['{ events(email: "nonsense") { totalCount } }', 'email'],
  ['{ person(email: "nonsense") { email } }', 'email'],
  ['subscription { transactionalMailStatusChanged(recipient: "nonsense") { id } }', 'recipient'],
  ['subscription { eventRecorded(email: "ada news@people.test") { id } }', 'email'],
])('GraphQL refuses it too: %s', async (query, field) => {
  const { extensions } = await fail(api, query);
  expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path: [field] }] });
});

test('GraphQL refuses it among the subscribers of a list, and finds an address in any spelling', async () => {
  const query =
    'query ($list: ID!, $email: EmailAddress) { subscribers(listId: $list, filter: { email: $email }) { totalCount } }';
  const refused = await fail(api, query, { list, email: 'ada news@people.test' });
  expect(refused.extensions.issues?.[0]?.message).toContain('write + in an address as %2B');
  expect((await fail(api, query, { list, email: 'nonsense' })).extensions.issues?.[0]?.path).toEqual(['email']);
  expect((await ask(api, query, { list, email: ' Ada+News@PEOPLE.test' })).subscribers.totalCount).toBe(1);
  const stream = 'subscription ($list: ID!) { subscriberChanged(listId: $list, email: "nonsense") { id } }';
  expect((await fail(api, stream, { list })).extensions.issues?.[0]?.path).toEqual(['email']);
});
