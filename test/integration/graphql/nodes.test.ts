import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask, fail } from '../../support/graphql.ts';
import { addMailings } from '../../support/mailings.ts';
import { signIn } from '../../support/members.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { png } from '../../support/pictures.ts';
import { upload } from '../../support/upload.ts';

const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
const ANN = 'ann@people.test';

let api: TestApp;
let list: string;
/** One id of each type. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  const post = async (path: string, body: object) => (await api.rest('POST', path, body)).body.data;
  await subscribe(api, list, [{ email: ANN, tags: ['vip'] }, ...rowsOf(99)]);
  await post('/fields', { key: 'city', type: 'text' });
  await post('/templates', TEMPLATE);
  ids.Media = (await upload(api, png(5, 5))).body.data.id;
  await post('/forms', { list, name: 'Footer' });
  await post(`/lists/${list}/segments`, { name: 'S', conditions: LANGUAGE });
  await post('/transactional-mails', { template: 'Issue', from: 'shop@shop.test', to: [ANN] });
  await post('/events', { email: ANN, name: 'visit' });
  await post('/suppressions', { email: 'no@people.test' });
  await post('/sending-domains', { domain: 'shop.test' });
  await post('/feedback-sources', { provider: 'generic' });
  const transportId = (await post('/transports', { name: 'Bulk', host: 'smtp.shop.test' })).id;
  const automation = { name: 'Cart', trigger: { type: 'api' }, steps: [{ type: 'wait', for: 'P1D' }] };
  ids.Automation = (await post('/automations', automation)).id;
  await post(`/automations/${ids.Automation}/activate`, {});
  ids.AutomationRun = (await post(`/automations/${ids.Automation}/enter`, { email: ANN })).id;
  const campaignId = await makeCampaign(api, list);
  const webhook = { url: 'https://hooks.shop.test/', kinds: ['campaign.sent'] };
  ids.Webhook = (await post('/webhooks', webhook)).id;
  ids.WebhookDelivery = UNKNOWN_ID.replace(/.$/, '8');
  const delivery = {
    teamId: api.teamId,
    id: ids.WebhookDelivery,
    webhookId: ids.Webhook as string,
    kind: 'campaign.sent',
  };
  await api.db.webhookDelivery.create({ data: { ...delivery, url: webhook.url, host: 'hooks.shop.test', body: '{}' } });
  await post(`/lists/${list}/subscribers/batch`, { subscribers: rowsOf(101, 'queued') });
  const { teamId } = api;
  const pause = {
    teamId,
    id: UNKNOWN_ID,
    transportId,
    domain: 'a.test',
    failures: 5,
    reason: '451',
    pausedUntil: new Date(),
  };
  await api.db.sendingPause.create({ data: pause });
  ids.Member = (await signIn(api, 'owner')).memberId;
  const invitation = { teamId, id: UNKNOWN_ID.replace(/.$/, '9'), email: 'new@staff.test', role: 'viewer' as const };
  await api.db.invitation.create({ data: { ...invitation, expiresAt: new Date() } });
  ids.Invitation = invitation.id;
  const { data } = await api.graphql(ONE_OF_EACH, { list, email: ANN }).then(({ body }) => body);
  for (const found of Object.values<{ nodes?: { id: string }[]; id?: string }>(data)) {
    const { __typename, id } = (found.nodes ? found.nodes[0] : found) as { __typename: string; id: string };
    ids[__typename] = id;
  }
  const message = { teamId, id: UNKNOWN_ID.replace(/.$/, '7'), kind: 'campaign' as const, campaignId };
  await addMailings(api.db);
  await api.db.message.create({ data: { ...message, personKey: ids.Person as string } });
  ids.CampaignMessage = message.id;
});
afterAll(() => api.close());

const LANGUAGE = { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] };
const FIRST = '(first: 1) { nodes { __typename id } }';
const PAGES = ['lists', 'tags', 'contactFields', 'suppressions', 'templates', 'transactionalMails', 'campaigns'];
const MORE_PAGES = [
  'imports',
  'sendingDomains',
  'transports',
  'sendingPauses',
  'feedbackSources',
  'tokens',
  'forms',
  'auditLog',
];
const ONE_OF_EACH = `query ($list: ID!, $email: String!) {
  ${[...PAGES, ...MORE_PAGES].map((name) => `${name}${FIRST}`).join(' ')}
  subscribers(listId: $list, first: 1) { nodes { __typename id } }
  segments(listId: $list, first: 1) { nodes { __typename id } }
  events(email: $email, first: 1) { nodes { __typename id } }
  person(email: $email) { __typename id }
  team { __typename id }
}`;

describe('node', () => {
  test.each(schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name))(
    'finds a %s by its id, in any spelling',
    async (type) => {
      const query = 'query ($id: ID!) { node(id: $id) { __typename id } }';
      const id =
        ids[type] ??
        expect.fail(
          `No ${type} is made before the tests: make one, and put its id into ids, or ask for it in ONE_OF_EACH.`,
        );
      const found = { node: { __typename: type, id } };
      const known = `src/domain/nodes/node-types.ts must have a row for ${type}, since it implements Node`;
      expect(await ask(api, query, { id }), known).toEqual(found);
      expect(await ask(api, query, { id: id.toUpperCase() })).toEqual(found);
    },
  );

  test('gives the fields and relations of the type', async () => {
    const query = `query ($id: ID!) { node(id: $id) { ... on Subscriber {
      list { name } person { id email } segments { name } events { nodes { name } } } } }`;
    const { data } = (await api.rest('GET', `/lists/${list}/subscribers?email=${ANN}`)).body;
    expect(await ask(api, query, { id: data[0].id })).toEqual({
      node: {
        ...{ list: { name: 'News' }, person: { id: ids.Person, email: ANN } },
        ...{ segments: [], events: { nodes: [{ name: 'visit' }] } },
      },
    });
  });

  test("is null for missing, hidden and malformed ids, and for another team's", async () => {
    const gone = (await api.rest('POST', '/transports', { name: 'Gone', host: 'smtp.gone.test' })).body.data.id;
    await api.rest('DELETE', `/transports/${gone}`);
    const { createToken } = await ask(
      api,
      'mutation { createToken(input: { name: "T", ability: READ }) { details { id } } }',
    );
    await api.rest('DELETE', `/tokens/${createToken.details.id}`);
    const nowhere = [
      gone,
      createToken.details.id,
      UNKNOWN_ID.replace(/.$/, '1'),
      'no id',
      '',
      'x'.repeat(1000),
      'a\0b',
    ];
    expect((await ask(api, NODES, { ids: nowhere })).nodes).toEqual(nowhere.map(() => null));
    const theirs = Object.values(ids);
    const { nodes } = await ask(api, NODES, { ids: theirs }, { token: api.otherToken });
    expect(nodes).toEqual(theirs.map(() => null));
  });
});

describe('nodes', () => {
  test('come in the order of the ids, including duplicates', async () => {
    const order = [ids.Tag, UNKNOWN_ID.replace(/.$/, '1'), ids.List, ids.Tag];
    const { nodes } = await ask(api, NODES, { ids: order });
    expect(nodes).toEqual([
      { __typename: 'Tag', id: ids.Tag },
      null,
      { __typename: 'List', id: ids.List },
      { __typename: 'Tag', id: ids.Tag },
    ]);
  });

  test('cost the same statements for a hundred of one type as for one', async () => {
    const { subscribers } = await ask(
      api,
      'query ($list: ID!) { subscribers(listId: $list, first: 100) { nodes { id } } }',
      {
        list,
      },
    );
    const all = subscribers.nodes.map(({ id }: { id: string }) => id);
    expect(all).toHaveLength(100);
    const count = async (ids: string[]) => (await api.statements(() => ask(api, NODES, { ids }))).length;
    expect(await count(all)).toBe(await count(all.slice(0, 1)));
    const types = Object.values(ids);
    expect(await count(types)).toBeLessThanOrEqual(types.length + 2);
  });

  test('are limited to a hundred', async () => {
    const { extensions } = await fail(api, NODES, { ids: Array(101).fill(UNKNOWN_ID) });
    expect(extensions.issues).toEqual([{ path: ['ids'], message: 'The ids field must not have more than 100 items.' }]);
  });

  test('each count towards the cost of an operation', async () => {
    const query =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on List { subscribers(first: 100) { nodes { email status tags firstName lastName locale timezone createdAt attributes listId } } } } }';
    expect((await fail(api, query, { ids: Array(100).fill(list) })).message).toContain('requests too much');
    expect((await ask(api, query, { ids: [list] })).nodes).toHaveLength(1);
  });
});

test('all fields that page a type share a fragment on its connection', async () => {
  const query = `query ($list: ID!, $email: String!) {
    subscribers(listId: $list, first: 1) { ...Page }
    list(id: $list) { subscribers(last: 1) { ...Page } }
    person(email: $email) { subscriptions { ...Page } }
  }
  fragment Page on SubscriberConnection { totalCount pageInfo { hasNextPage } edges { ...Edge } }
  fragment Edge on SubscriberEdge { cursor node { email } }`;
  const { subscribers, list: one, person } = await ask(api, query, { list, email: ANN });
  expect([subscribers.edges, one.subscribers.edges, person.subscriptions.edges].map(({ length }) => length)).toEqual([
    1, 1, 1,
  ]);
  expect(person.subscriptions).toMatchObject({ totalCount: 1, edges: [{ node: { email: ANN } }] });
});

test('a missing id leaves the rest of an answer intact', async () => {
  const query = `query ($list: ID!) {
    list(id: $list) { name }
    campaign(id: "${UNKNOWN_ID}") { name }
    segment(id: "no id") { name }
    segments(listId: "${UNKNOWN_ID}") { totalCount }
  }`;
  expect(await ask(api, query, { list })).toEqual({
    list: { name: 'News' },
    campaign: null,
    segment: null,
    segments: null,
  });
});
