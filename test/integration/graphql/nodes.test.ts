import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeExampleObjects, makeRowOfEachType } from '../../support/example-rows.ts';
import { ask, fail } from '../../support/graphql.ts';
import { addMailings } from '../../support/mailings.ts';
import { type SignedIn, signIn } from '../../support/members.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
const ANN = 'ann.of.nodes@people.test';

let api: TestApp;
let list: string;
/** One id of each type. */
const ids: Record<string, string> = {};
/** The same of the types that only their own member finds. */
const own: Record<string, string> = {};
let owner: SignedIn;

beforeAll(async () => {
  api = await openTestApp();
  await makeExampleObjects(api);
  Object.assign(ids, await makeRowOfEachType(api));
  const { teamId } = api;
  list = await makeList(api);
  await subscribe(api, list, [{ email: ANN, tags: ['vip'] }, ...rowsOf(99)]);
  await api.rest('POST', '/events', { email: ANN, name: 'visit' });
  const entered = await api.rest('POST', `/automations/${ids.Automation}/enter`, { email: ANN });
  ids.AutomationRun = entered.body.data.id;
  ids.WebhookDelivery = UNKNOWN_ID.replace(/.$/, '8');
  const delivery = { teamId, id: ids.WebhookDelivery, webhookId: ids.Webhook as string, kind: 'campaign.sent' };
  const sent = { url: 'https://hooks.shop.test/', host: 'hooks.shop.test', body: '{}' };
  await api.db.webhookDelivery.create({ data: { ...delivery, ...sent } });
  ids.SendingPause = UNKNOWN_ID;
  const pause = { teamId, id: UNKNOWN_ID, transportId: ids.Transport as string, domain: 'a.test' };
  await api.db.sendingPause.create({ data: { ...pause, failures: 5, reason: '451', pausedUntil: new Date() } });
  ids.Invitation = UNKNOWN_ID.replace(/.$/, '9');
  const invitation = { teamId, id: ids.Invitation, email: 'new@staff.test', role: 'viewer' as const };
  await api.db.invitation.create({ data: { ...invitation, expiresAt: new Date() } });
  const { person, team, apiTokens, auditLog, contactFields, events, sales } = await ask(api, OTHERS, { email: ANN });
  ids.Person = person.id;
  ids.Team = team.id;
  ids.ApiToken = apiTokens.nodes[0].id;
  ids.AuditEntry = auditLog.nodes[0].id;
  ids.ContactField = contactFields.nodes[0].id;
  ids.Event = events.nodes[0].id;
  const { refundSaleByReference } = await ask(
    api,
    'mutation { refundSaleByReference(input: { reference: "order-1001", value: 1 }) { refund { id } } }',
  );
  ids.Refund = refundSaleByReference.refund.id;
  const view = 'mutation { createPeopleView(input: { name: "All" }) { peopleView { id } } }';
  ids.PeopleView = (await ask(api, view)).createPeopleView.peopleView.id;
  ids.SignUp = UNKNOWN_ID.replace(/.$/, '6');
  const subscriber = await api.db.subscriber.findFirstOrThrow({ where: { teamId, email: ANN } });
  const signUp = { teamId, id: ids.SignUp, formId: ids.Form as string, personKey: subscriber.personKey };
  const taken = { subscriberId: subscriber.id, addressFamily: 4, outcome: 'subscribed', takenAt: new Date() };
  await api.db.signUp.create({ data: { ...signUp, ...taken } });
  ids.Sale = `${sales.nodes[0].conversionId}.sale`;
  ids.AutomationVersion = `${ids.Automation}.1`;
  owner = await signIn(api, 'owner');
  own.Session = (await api.db.session.findFirstOrThrow({ where: { memberId: owner.memberId } })).id;
  own.Passkey = UNKNOWN_ID.replace(/.$/, '5');
  const { userId } = await api.db.member.findFirstOrThrow({ where: { id: owner.memberId } });
  const key = { credentialId: 'key', publicKey: Buffer.from('key'), counter: 0n, name: 'Phone' };
  await api.db.passkey.create({ data: { ...key, id: own.Passkey, userId } });
  ids.CampaignMessage = UNKNOWN_ID.replace(/.$/, '7');
  const message = { teamId, id: ids.CampaignMessage, kind: 'campaign' as const, campaignId: ids.Campaign as string };
  await addMailings(api.db);
  await api.db.message.create({ data: { ...message, personKey: ids.Person as string } });
});
afterAll(() => api.close());

/** Rows of types that no route reads by their ids, or that no POST creates. */
const OTHERS = `query ($email: EmailAddress!) {
  person(email: $email) { id }
  team { id }
  apiTokens(first: 1) { nodes { id } }
  auditLog(first: 1) { nodes { id } }
  contactFields(first: 1) { nodes { id } }
  events(email: $email, first: 1) { nodes { id } }
  sales(first: 1) { nodes { conversionId } }
}`;

describe('node', () => {
  test.each(schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name))(
    'finds a %s by its id, in any spelling',
    async (type) => {
      const query = 'query ($id: ID!) { node(id: $id) { __typename id } }';
      const id =
        ids[type] ??
        own[type] ??
        expect.fail(
          `No route reads a ${type} by its id, and no POST creates one: make one in beforeAll, and put its id into ids.`,
        );
      const found = { node: { __typename: type, id } };
      const known = `src/domain/nodes/node-types.ts must have a row for ${type}, because it implements Node`;
      const caller = type in own ? owner.options : {};
      expect(await ask(api, query, { id }, caller), known).toEqual(found);
      expect(await ask(api, query, { id: id.toUpperCase() }, caller)).toEqual(found);
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

  test("gives a sale and an automation's version what their parents show", async () => {
    const query = `query ($ids: [ID!]!, $automation: ID!) {
      nodes(ids: $ids) { ... on Sale { conversionId currency } ... on AutomationVersion { version steps } }
      automation(id: $automation) { versions { nodes { id version steps } } }
    }`;
    const given = { ids: [ids.AutomationVersion, ids.Sale], automation: ids.Automation };
    const { nodes, automation } = await ask(api, query, given);
    const [{ id, ...version }] = automation.versions.nodes;
    expect(id).toBe(ids.AutomationVersion);
    expect(nodes).toEqual([version, { conversionId: ids.Sale?.replace('.sale', ''), currency: 'EUR' }]);
  });

  test('gives the same sale as `sale`, which finds no other object and no sale of another team', async () => {
    const sale = 'query ($id: ID!) { sale(id: $id) { __typename id currency } }';
    const found = { sale: { __typename: 'Sale', id: ids.Sale, currency: 'EUR' } };
    expect(await ask(api, sale, { id: ids.Sale })).toEqual(found);
    expect(await ask(api, sale, { id: ids.Sale?.toUpperCase() })).toEqual(found);
    for (const id of [ids.Sale?.replace('.sale', ''), `${ids.List}.sale`, ids.AutomationVersion, 'x.sale', ''])
      expect(await ask(api, sale, { id })).toEqual({ sale: null });
    expect(await ask(api, sale, { id: ids.Sale }, { token: api.otherToken })).toEqual({ sale: null });
  });

  test('is null for an unknown part of an object, and for a version of a deleted automation', async () => {
    const { createAutomation } = await ask(
      api,
      'mutation ($input: CreateAutomationInput!) { createAutomation(input: $input) { automation { id } } }',
      { input: { name: 'Gone', trigger: { type: 'api' }, steps: [{ id: 'a', type: 'exit' }] } },
    );
    const gone = createAutomation.automation.id;
    expect((await ask(api, NODES, { ids: [`${gone}.1`] })).nodes).toEqual([
      { __typename: 'AutomationVersion', id: `${gone}.1` },
    ]);
    await api.rest('DELETE', `/automations/${gone}`);
    const unknown = [`${gone}.1`, `${ids.Automation}.0`, `${ids.Automation}.2`, `${ids.Automation}.999999999`];
    const malformed = [`${ids.Automation}.1.sale`, `${ids.List}.sale`, `${ids.List}.1`, '.sale', 'x.1', `${gone}.`];
    const nowhere = [...unknown, `${ids.Automation}.9999999999999`, ...malformed];
    expect((await ask(api, NODES, { ids: nowhere })).nodes).toEqual(nowhere.map(() => null));
  });

  test("is null for missing, hidden and malformed ids, and for another team's", async () => {
    const gone = (await api.rest('POST', '/transports', { name: 'Gone', host: 'smtp.gone.test' })).body.data.id;
    await api.rest('DELETE', `/transports/${gone}`);
    const { createApiToken } = await ask(
      api,
      'mutation { createApiToken(input: { name: "T", ability: READ }) { apiToken { id } } }',
    );
    await api.rest('DELETE', `/tokens/${createApiToken.apiToken.id}`);
    const nowhere = [
      gone,
      createApiToken.apiToken.id,
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

test('only the member finds their own session and passkey', async () => {
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Session { isCurrent } ... on Passkey { name } } }';
  const theirs = { ids: [own.Session, own.Passkey] };
  expect((await ask(api, query, theirs, owner.options)).nodes).toEqual([{ isCurrent: true }, { name: 'Phone' }]);
  const again = await signIn(api, 'owner');
  expect((await ask(api, query, theirs, again.options)).nodes).toEqual([{ isCurrent: false }, { name: 'Phone' }]);
  const another = await signIn(api, 'owner', 'another.owner@staff.test');
  expect((await ask(api, query, theirs, another.options)).nodes).toEqual([null, null]);
  expect((await ask(api, query, theirs)).nodes).toEqual([null, null]);
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
    expect(await count(types)).toBeLessThanOrEqual(types.length + 3);
  });

  test('are limited to a hundred', async () => {
    const { extensions } = await fail(api, NODES, { ids: Array(101).fill(UNKNOWN_ID) });
    expect(extensions.issues).toMatchObject([
      { path: ['ids'], message: 'The ids field must not have more than 100 items.' },
    ]);
  });

  test('each count towards the cost of an operation', async () => {
    const query =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on List { subscribers(first: 100) { nodes { email status tags firstName lastName locale timezone createdAt attributes listId } } } } }';
    expect((await fail(api, query, { ids: Array(100).fill(list) })).message).toContain('requests too much');
    expect((await ask(api, query, { ids: [list] })).nodes).toHaveLength(1);
  });
});

test('all fields that page a type share a fragment on its connection', async () => {
  const query = `query ($list: ID!, $email: EmailAddress!) {
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
