import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';

// Specified behaviour that no other test shows. docs/conformance.md lists the test of each statement.

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

const ANN = 'ann@people.test';
const statusIs = (status: 'bounced') => api.db.subscriber.updateMany({ where: { listId: list }, data: { status } });

test('the description has version 1.0.0, and every path under /v1', async () => {
  const { info, servers, paths } = (await api.app.inject('/api/openapi.json')).json();
  expect(info.version).toBe('1.0.0');
  for (const { url } of servers) expect(url).toMatch(/\/v1$/);
  expect(Object.keys(paths)).toContain('/events');
});

test('every answer with a body is JSON, including refusals', async () => {
  const headers = { accept: 'application/json', 'idempotency-key': 'JSON' };
  for (const [path, body] of [
    ['/lists', { name: 'News', from_email: 'news@shop.test' }],
    ['/lists', {}],
    ['/events', { email: ANN, name: 'visit' }],
    ['/nothing', {}],
  ] as const) {
    const answer = await api.rest('POST', path, body, { headers });
    expect(answer.headers['content-type']).toMatch(/^application\/json\b/);
  }
});

describe.each(['subscribed', 'unconfirmed', 'unsubscribed', 'bounced', 'complained'])(
  'a person who is %s',
  (status) => {
    test.each(['REST', 'GraphQL'])('is unsubscribed by %s', async (via) => {
      const { data } = await subscribe(api, list, [{ email: ANN }]);
      const id = data[0].id;
      await statusIs(status as 'bounced');
      if (via === 'REST') {
        const answer = await api.rest('POST', `/subscribers/${id}/unsubscribe`);
        expect([answer.status, answer.body.data.id, answer.body.data.status]).toEqual([200, id, 'unsubscribed']);
      } else {
        const answer = await ask(
          api,
          'mutation ($id: ID!) { unsubscribeSubscriber(input: { id: $id }) { subscriber { id status } } }',
          { id },
        );
        expect(answer.unsubscribeSubscriber.subscriber).toEqual({ id, status: 'UNSUBSCRIBED' });
      }
      expect((await api.rest('GET', `/subscribers/${id}`)).body.data.status).toBe('unsubscribed');
    });
  },
);

test('events from before a subscription are on the profile', async () => {
  const email = 'early@people.test';
  const { body } = await api.rest('POST', '/events', { email: 'Early@People.test', name: 'visit' });
  const { data } = await subscribe(api, list, [{ email }]);
  const activity = await api.rest('GET', `/subscribers/${data[0].id}/activity`);
  expect(activity.body.data).toContainEqual(
    expect.objectContaining({
      type: 'event',
      event: expect.objectContaining({ id: body.data.id, email, name: 'visit' }),
    }),
  );
});

describe('the events of a person', () => {
  const email = 'many@people.test';
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  beforeAll(async () => {
    // 7 shares no factor with 201, so every minute occurs once, unordered.
    const events = Array.from({ length: 201 }, (_, row) => ({
      ...{ email, name: 'visit', occurred_at: at((row * 7) % 201) },
    }));
    expect((await api.rest('POST', '/events', { events })).body.failed).toBe(0);
  });
  const latest = (count: number) => Array.from({ length: count }, (_, row) => at(200 - row));

  test.each([
    ['', 50],
    ['&per_page=200', 200],
  ])('come most recent first (%s), 50 by default and up to 200', async (query, count) => {
    const { body } = await api.rest('GET', `/events?email=${email}${query}`);
    expect(body.data.map(({ occurred_at }: { occurred_at: string }) => occurred_at)).toEqual(latest(count));
  });

  test('come most recent first in GraphQL too', async () => {
    const query = 'query ($email: EmailAddress!) { events(email: $email, first: 50) { nodes { occurredAt } } }';
    const { events } = await ask(api, query, { email });
    expect(events.nodes.map(({ occurredAt }: { occurredAt: string }) => occurredAt)).toEqual(latest(50));
  });
});

test('every row of a batch is validated by the rules of a single event', async () => {
  const good = { email: ANN, name: 'visit' };
  const bad = [
    [{ email: 'x' }, 'email'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a/b' }, 'name'],
    [{ properties: [1] }, 'properties'],
    [{ value: -1, currency: 'EUR' }, 'value'],
    [{ value: 1 }, 'currency'],
    [{ currency: 'EUR' }, 'value'],
    [{ value: 1, currency: 'EURO' }, 'currency'],
    [{ occurred_at: new Date(Date.now() + 25 * 3_600_000).toISOString() }, 'occurred_at'],
    [{ reference: 'r'.repeat(256) }, 'reference'],
  ] as const;
  const { body } = await api.rest('POST', '/events', { events: [good, ...bad.map(([row]) => ({ ...good, ...row }))] });
  expect([body.data[0].status, body.failed]).toEqual(['recorded', bad.length]);
  const fields = body.data.slice(1).map(({ errors }: { errors: object }) => Object.keys(errors));
  expect(fields).toEqual(bad.map(([, field]) => [field]));
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('the first answer to a %s with a key is replayed', async (method) => {
  const key = `again ${method}`;
  const made = await api.rest('POST', '/fields', { key: `field_${method.toLowerCase()}`, type: 'text' });
  const [path, body] = {
    POST: ['/lists', { name: key, from_email: 'news@shop.test' }],
    PUT: [`/lists/${list}`, { name: key }],
    PATCH: [`/fields/${made.body.data.key}`, { label: key }],
    DELETE: [`/fields/${made.body.data.key}`, undefined],
  }[method as 'POST'] as [string, object | undefined];
  const [first, second] = [
    await api.rest(method, path, body, { headers: { 'idempotency-key': key } }),
    await api.rest(method, path, body, { headers: { 'idempotency-key': key } }),
  ];
  expect(first.headers['idempotent-replay']).toBeUndefined();
  expect(first.status).toBeLessThan(300);
  expect([second.status, second.body, second.headers['idempotent-replay']]).toEqual([first.status, first.body, 'true']);
});

test('101 subscribers are queued, even if few are valid; 100 are not', async () => {
  const path = `/lists/${list}/subscribers/batch`;
  const invalid = rowsOf(101).map(() => ({ email: 'x' }));
  expect((await api.rest('POST', path, { subscribers: invalid })).status).toBe(202);
  expect((await api.rest('POST', path, { subscribers: invalid.slice(1) })).status).toBe(200);
});
