import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { makeAllWebhookDeliveries, makeWebhook } from '../../support/webhooks.ts';

interface Seen {
  kind: string;
  objectId: string | null;
  occurredAt: string;
  timestamp?: string;
  node: { __typename: string; id: string } | null;
}

const FIELDS = 'kind objectId occurredAt node { __typename id }';
const EMAIL = 'ada@people.test';

let api: TestApp;
let list: string;
let webhook: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  webhook = (await makeWebhook(api)).id;
});
afterAll(() => api.close());

const post = async (path: string, body?: object) => (await api.rest('POST', path, body)).body.data;
const begin = async (): Promise<string> => (await ask(api, '{ changes { cursor } }')).changes.cursor;

async function changes(after: string, first = 100): Promise<Seen[]> {
  const query = `query ($after: String, $first: Int!) { changes(after: $after, first: $first) { nodes { ${FIELDS} timestamp } } }`;
  return (await ask(api, query, { after, first })).changes.nodes;
}

const deliveries = async (first: number): Promise<Seen[]> =>
  (await ask(api, `{ webhook(id: "${webhook}") { deliveries(first: ${first}) { nodes { ${FIELDS} } } } }`)).webhook
    .deliveries.nodes;

test('a change and a delivery lead to their object by its id', async () => {
  const after = await begin();
  const before = new Date();
  await subscribe(api, list, [{ email: EMAIL }]);
  const subscriber = await readSubscriber(api, list, EMAIL);
  const event = await post('/events', { email: EMAIL, name: 'seen' });
  const conversion = await post('/conversions', { email: EMAIL, value: 5, currency: 'EUR' });
  const suppression = await post('/suppressions', { email: 'bo@people.test' });
  await api.rest('PATCH', '/team', { postal_address: '1 Market Street' });
  await api.rest('POST', '/templates', TEMPLATE);
  const campaign = await makeCampaign(api, list);
  await post(`/campaigns/${campaign}/schedule`, { at: new Date(Date.now() + 86_400_000) });
  await makeAllWebhookDeliveries(api);
  const seen = await changes(after);
  expect(Object.fromEntries(seen.map(({ kind, node }) => [kind, node]))).toEqual({
    SUBSCRIBER_SUBSCRIBED: { __typename: 'Subscriber', id: subscriber.id },
    EVENT_RECORDED: { __typename: 'Event', id: event.id },
    CONVERSION_RECORDED: { __typename: 'Sale', id: `${conversion.id}.sale` },
    SUPPRESSION_CREATED: { __typename: 'Suppression', id: suppression.id },
    CAMPAIGN_SCHEDULED: { __typename: 'Campaign', id: campaign },
  });
  for (const { objectId, node, occurredAt, timestamp } of seen) {
    expect(objectId).toBe(node?.id);
    expect(new Date(occurredAt).getTime()).toBeGreaterThanOrEqual(before.getTime() - 1);
    expect(timestamp).toBe(occurredAt);
  }
  const told = (await deliveries(100)).reverse();
  expect(told).toEqual(seen.map(({ timestamp, ...one }) => one));
});

test('the object of a change is null once it is deleted, and its id stays', async () => {
  const after = await begin();
  await subscribe(api, list, [{ email: 'cy@people.test' }]);
  const { id } = await readSubscriber(api, list, 'cy@people.test');
  await api.rest('DELETE', `/subscribers/${id}`);
  await makeAllWebhookDeliveries(api);
  expect(await changes(after)).toMatchObject([
    { kind: 'SUBSCRIBER_SUBSCRIBED', objectId: id, node: null },
    { kind: 'SUBSCRIBER_DELETED', objectId: id, node: null },
  ]);
});

test('the objects of ten changes or deliveries take as many statements as those of two', async () => {
  const after = await begin();
  for (let n = 0; n < 10; n += 1) {
    if (n % 2) await subscribe(api, list, [{ email: `dora${n}@people.test` }]);
    else await post('/events', { email: EMAIL, name: `seen ${n}` });
  }
  await makeAllWebhookDeliveries(api);
  for (const read of [(first: number) => changes(after, first), deliveries]) {
    const found: Seen[][] = [];
    const count = async (first: number) =>
      (await api.statements(async () => void found.push(await read(first)))).length;
    expect(await count(10)).toBe(await count(2));
    const [ten, two] = found.map((seen) => seen.map(({ node }) => node?.__typename));
    expect([ten?.length, new Set(ten), new Set(two)]).toEqual([
      10,
      new Set(['Event', 'Subscriber']),
      new Set(['Event', 'Subscriber']),
    ]);
  }
});
