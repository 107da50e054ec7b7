import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personKey } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';

const ANN = 'ann@profile.test';
const BOB = 'bob@profile.test';

let api: TestApp;
let lists: string[];
let mail: string;
const touchedAt = new Date('2026-02-01T00:00:00Z');
beforeAll(async () => {
  api = await openTestApp();
  const template = { name: 'order', editor: 'html', subject: 'S', content: '<p>C</p>' };
  expect((await api.rest('POST', '/templates', template)).status).toBe(201);
  lists = [await makeList(api, { name: 'News' }), await makeList(api, { name: 'Offers' })];
  await subscribe(api, lists[0]!, [{ email: ANN, first_name: 'Ann', tags: ['vip'], attributes: { city: 'Wien' } }]);
  await subscribe(api, lists[1]!, [{ email: ANN }, { email: BOB }]);
  const touch = { teamId: api.teamId, sender: 'campaign', senderId: lists[0]! } as const;
  const person = personKey(api.teamId, ANN);
  await api.db.touch.createMany({
    data: [
      { ...touch, personKey: person, kind: 'open', at: new Date('2026-01-20T00:00:00Z') },
      { ...touch, personKey: person, kind: 'click', at: touchedAt },
    ],
  });
  const event = (email: string, day: number, more: object = {}) =>
    api.rest('POST', '/events', { email, name: `day ${day}`, occurred_at: `2026-01-0${day}T00:00:00Z`, ...more });
  for (const day of [1, 2, 3]) await event(ANN, day);
  await event(ANN, 4, { name: 'order', value: 100, currency: 'eur', reference: 'o-1', properties: { size: 'L' } });
  await event(BOB, 5);
  await api.rest('POST', '/conversions', {
    email: ANN,
    value: 50,
    currency: 'eur',
    occurred_at: '2026-02-02T00:00:00Z',
  });
  await api.rest('POST', '/conversions', {
    email: ANN,
    value: 7,
    currency: 'usd',
    occurred_at: '2026-01-05T00:00:00Z',
  });
  const attachments = [{ filename: 'a.txt', content: 'QQ==' }];
  const input = { template: 'order', from: 'shop@shop.test', to: [BOB], bcc: [ANN], variables: { a: 1 }, attachments };
  mail = (await api.rest('POST', '/transactional-mails', input)).body.data.id;
  const report = { teamId: api.teamId, personKey: person, messageId: mail };
  await api.db.feedback.createMany({
    data: [
      { ...report, kind: 'soft_bounce', reason: 'mailbox full', key: Buffer.from('a'), at: touchedAt },
      { ...report, kind: 'complaint', messageId: null, key: Buffer.from('b') },
    ],
  });
});
afterAll(() => api.close());

const PROFILE = `query ($email: EmailAddress!) { person(email: $email) {
  email knownSince lastEngagedAt suppression { reason domain email }
  revenue { currency revenue orders }
  subscriptions { totalCount nodes { status tags list { name } person { email } } }
  events(first: 2) { totalCount pageInfo { hasNextPage endCursor } nodes { name email } }
  transactionalMails { totalCount nodes { id attachments } }
  activity(first: 3) { totalCount nodes { __typename id occurredAt ... on Event { name email } } }
  sales { totalCount nodes { origin value currency reference properties sender senderId engagement engagedAt } }
  engagements { totalCount nodes { engagementKind sender senderId at } }
} }`;

describe('a person', () => {
  test('is shown with all lists', async () => {
    const { person } = await ask(api, PROFILE, { email: ' ANN@profile.test' });
    const attributed = {
      sender: 'CAMPAIGN',
      senderId: lists[0],
      engagement: 'CLICK',
      engagedAt: touchedAt.toISOString(),
    };
    const nobody = { sender: null, senderId: null, engagement: null, engagedAt: null };
    expect(person).toEqual({
      email: ANN,
      knownSince: expect.stringMatching(/Z$/),
      lastEngagedAt: touchedAt.toISOString(),
      suppression: null,
      revenue: [
        { currency: 'EUR', revenue: 150, orders: 2 },
        { currency: 'USD', revenue: 7, orders: 1 },
      ],
      subscriptions: {
        totalCount: 2,
        nodes: [
          { status: 'SUBSCRIBED', tags: [], list: { name: 'Offers' }, person: { email: ANN } },
          { status: 'SUBSCRIBED', tags: ['vip'], list: { name: 'News' }, person: { email: ANN } },
        ],
      },
      events: {
        totalCount: 4,
        pageInfo: { hasNextPage: true, endCursor: expect.any(String) },
        nodes: [
          { name: 'order', email: ANN },
          { name: 'day 3', email: ANN },
        ],
      },
      transactionalMails: { totalCount: 1, nodes: [{ id: mail, attachments: ['a.txt'] }] },
      activity: {
        totalCount: 11,
        nodes: [
          { __typename: 'Feedback', id: expect.any(String), occurredAt: expect.any(String) },
          { __typename: 'TransactionalMail', id: mail, occurredAt: expect.any(String) },
          { __typename: 'SubscriberChange', id: expect.any(String), occurredAt: expect.any(String) },
        ],
      },
      sales: {
        totalCount: 3,
        nodes: [
          { origin: 'CONVERSION', value: 50, currency: 'EUR', reference: null, properties: null, ...attributed },
          { origin: 'CONVERSION', value: 7, currency: 'USD', reference: null, properties: null, ...nobody },
          { origin: 'EVENT', value: 100, currency: 'EUR', reference: 'o-1', properties: null, ...nobody },
        ],
      },
      engagements: {
        totalCount: 2,
        nodes: [
          { engagementKind: 'CLICK', sender: 'CAMPAIGN', senderId: lists[0], at: touchedAt.toISOString() },
          { engagementKind: 'OPEN', sender: 'CAMPAIGN', senderId: lists[0], at: '2026-01-20T00:00:00.000Z' },
        ],
      },
    });
  });

  test.each([
    ['events', 'name', 4],
    ['activity', 'occurredAt', 11],
    ['sales', 'value', 3],
    ['engagements', 'at', 2],
    ['subscriptions', 'id', 2],
    ['transactionalMails', 'id', 1],
  ])('pages through %s forwards and backwards, by cursor and by offset', async (list, field, count) => {
    const query = `query ($first: Int, $after: String, $last: Int, $before: String, $offset: Int) {
      person(email: "${ANN}") { page: ${list}(first: $first, after: $after, last: $last, before: $before, offset: $offset) {
        pageInfo { hasNextPage endCursor startCursor } nodes { ${field} } } } }`;
    const read = async (variables: object) => (await ask(api, query, variables)).person.page;
    const all = (await read({ first: 20 })).nodes;
    expect(all).toHaveLength(count);
    const forwards = [];
    let page = await read({ first: 1 });
    for (; ; page = await read({ first: 1, after: page.pageInfo.endCursor })) {
      forwards.push(...page.nodes);
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(forwards).toEqual(all);
    expect((await read({ last: 20, before: page.pageInfo.startCursor })).nodes).toEqual(all.slice(0, -1));
    expect((await read({ first: 20, offset: 1 })).nodes).toEqual(all.slice(1));
  });

  test('has no data if unknown or of another team', async () => {
    const nobody = {
      ...{ knownSince: null, lastEngagedAt: null, suppression: null, revenue: [] },
      subscriptions: { totalCount: 0, nodes: [] },
    };
    const unknown = await ask(api, PROFILE, { email: 'nobody@profile.test' });
    expect(unknown.person).toMatchObject({ email: 'nobody@profile.test', ...nobody });
    const theirs = await ask(api, PROFILE, { email: ANN }, { token: api.otherToken });
    expect(theirs.person).toMatchObject({ email: ANN, ...nobody, sales: { totalCount: 0, nodes: [] } });
  });

  test('shows their own suppression before that of the domain, and an erasure', async () => {
    const email = 'someone@blocked.test';
    const suppression = async () => (await ask(api, PROFILE, { email })).person.suppression;
    await api.rest('POST', '/suppressions', { domain: 'blocked.test' });
    expect(await suppression()).toEqual({ reason: 'MANUAL', domain: 'blocked.test', email: null });
    await api.rest('POST', '/suppressions', { email, reason: 'complaint' });
    expect(await suppression()).toEqual({ reason: 'COMPLAINT', domain: null, email });
    await api.rest('POST', '/people/erase', { email });
    expect(await suppression()).toEqual({ reason: 'ERASED', domain: null, email: null });
    expect((await ask(api, PROFILE, { email })).person.knownSince).toBeNull();
  });

  test('refuses an invalid address', async () => {
    expect((await fail(api, PROFILE, { email: 'x' })).extensions).toMatchObject({
      ...{ code: 'BAD_USER_INPUT', issues: [{ path: ['email'] }] },
    });
  });

  test('refuses an invalid cursor only for its own part', async () => {
    const query = `{ person(email: "${ANN}") { events(after: "x") { totalCount } } }`;
    expect((await fail(api, query)).extensions.issues).toEqual([
      {
        path: ['after'],
        message: expect.stringContaining('The after field is not a cursor of this list.'),
        code: 'FORMAT',
        problem: expect.any(String),
      },
    ]);
  });

  test('REST shows the same', async () => {
    const { status, body } = await api.rest('GET', '/people?email=ANN%40profile.test', undefined, {
      token: api.readToken,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      email: ANN,
      last_engaged_at: touchedAt.toISOString(),
      suppression: null,
      revenue: [
        { currency: 'EUR', revenue: 150, orders: 2 },
        { currency: 'USD', revenue: 7, orders: 1 },
      ],
      subscriptions: [
        { email: ANN, list: lists[1], on: { id: lists[1], name: 'Offers' }, tags: [] },
        { email: ANN, list: lists[0], on: { id: lists[0], name: 'News' }, attributes: { city: 'Wien' } },
      ],
    });
    for (const query of ['', '?email=', '?email=x', '?email=a@b.test&email=c@d.test', '?email=%00']) {
      const refused = await api.rest('GET', `/people${query}`);
      expect([query, refused.status, Object.keys(refused.body.errors)]).toEqual([query, 422, ['email']]);
    }
  });
});

describe('an export', () => {
  const read = async (query: string, options = {}) => api.rest('GET', `/people/export?${query}`, undefined, options);

  test('contains all data about a person', async () => {
    const { status, body } = await read(`email=${ANN}`, { token: api.readToken });
    expect(status).toBe(200);
    const { data, meta, links } = body;
    expect(data).toMatchObject({
      email: ANN,
      known_since: expect.stringMatching(/Z$/),
      subscriptions: [{ tags: [] }, { first_name: 'Ann', tags: ['vip'], attributes: { city: 'Wien' } }],
      events: [
        { name: 'order', value: 100, currency: 'EUR', reference: 'o-1', properties: { size: 'L' } },
        ...[3, 2, 1].map((day) => ({ name: `day ${day}` })),
      ],
      sales: [{ value: 50, touch: 'click', origin: 'conversion' }, { value: 7 }, { value: 100, origin: 'event' }],
      transactional_mails: [{ id: mail, bcc: [ANN], variables: { a: 1 }, attachments: ['a.txt'] }],
      touches: [{ kind: 'click', at: touchedAt.toISOString() }, { kind: 'open' }],
      campaign_messages: [],
      feedback: [
        { kind: 'complaint', reason: null, message_id: null },
        { kind: 'soft_bounce', reason: 'mailbox full', message_id: mail, at: touchedAt.toISOString() },
      ],
    });
    const totals = {
      subscriptions: 2,
      events: 4,
      sales: 3,
      transactional_mails: 1,
      campaign_messages: 0,
      touches: 2,
      feedback: 2,
    };
    expect(meta).toMatchObject({ totals, total: 4, current_page: 1, last_page: 1, per_page: 100 });
    expect([links.prev, links.next]).toEqual([null, null]);
  });

  test('is complete across pages without repeats, each within the page size', async () => {
    const parts: Record<string, unknown[]> = {
      subscriptions: [],
      events: [],
      sales: [],
      transactional_mails: [],
      touches: [],
      campaign_messages: [],
      feedback: [],
    };
    for (let next: string | null = `email=${ANN}&per_page=1`; next; ) {
      const { body }: { body: { data: Record<string, unknown[]>; links: { next: string | null } } } = await read(next);
      for (const [name, rows] of Object.entries(parts)) {
        expect(body.data[name]!.length).toBeLessThanOrEqual(1);
        rows.push(...body.data[name]!);
      }
      next = body.links.next && new URL(body.links.next).search.slice(1);
    }
    const { data } = (await read(`email=${ANN}`)).body;
    for (const [name, rows] of Object.entries(parts)) expect(rows).toEqual(data[name]);
  });

  test("is empty for an unknown person, another team's person and an erased person", async () => {
    const empty = {
      subscriptions: [],
      events: [],
      sales: [],
      transactional_mails: [],
      campaign_messages: [],
      touches: [],
      feedback: [],
    };
    expect((await read('email=nobody@profile.test')).body.data).toMatchObject(empty);
    expect((await read(`email=${ANN}`, { token: api.otherToken })).body.data).toMatchObject(empty);
    await api.rest('POST', '/people/erase', { email: 'past@profile.test' });
    const { body } = await read('email=past@profile.test');
    expect(body.data).toMatchObject({ ...empty, suppression: { email: null, reason: 'erased' } });
  });

  test.each(['', 'email=', 'email=x', `email=${ANN}&per_page=201`, `email=${ANN}&page=0`])(
    '%s is refused',
    async (query) => {
      expect((await read(query)).status).toBe(422);
    },
  );
});

test('a page of 100 subscribers with all their relations costs as many statements as one of 10', async () => {
  const list = await makeList(api);
  await subscribe(
    api,
    list,
    rowsOf(100, 'many').map((row, index) => ({ ...row, tags: [`t${index}`] })),
  );
  const rows = rowsOf(100, 'many');
  await api.rest('POST', '/events', { events: rows.flatMap(({ email }) => [1, 2].map(() => ({ email, name: 'x' }))) });
  for (const { email } of rows.filter((_, index) => index % 5 < 2)) {
    await api.rest('POST', '/transactional-mails', { template: 'order', from: 'shop@shop.test', to: [email] });
  }
  const conditions = { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['t1', 't2'] }] };
  await api.rest('POST', `/lists/${list}/segments`, { name: 'Some', conditions });
  const query = `query ($list: ID!, $first: Int!) { subscribers(listId: $list, first: $first) { nodes {
    email tags list { name subscribedCount } segments { name }
    events(first: 2) { totalCount nodes { name email } }
    transactionalMails(first: 2) { totalCount nodes { to attachments } }
    activity(first: 3) { totalCount nodes { id ... on Event { name } ... on TransactionalMail { subject } } }
    person {
      knownSince lastEngagedAt suppression { id } revenue { currency revenue }
      subscriptions(first: 2) { totalCount nodes { status list { name } } }
      events(first: 1) { totalCount nodes { name } }
      sales(first: 1) { totalCount nodes { value } }
      engagements(first: 1) { totalCount nodes { at } }
    }
  } } }`;
  const count = async (first: number) => {
    const statements = await api.statements(async () => {
      const { subscribers } = await ask(api, query, { list, first });
      expect(subscribers.nodes).toHaveLength(first);
      for (const node of subscribers.nodes) {
        expect(node.events).toEqual({ totalCount: 2, nodes: Array(2).fill({ name: 'x', email: node.email }) });
        expect(node.activity.totalCount).toBe(3 + node.transactionalMails.totalCount);
        expect(node.person.subscriptions.totalCount).toBe(1);
      }
      const mails = subscribers.nodes.flatMap(
        (node: { transactionalMails: { nodes: unknown[] } }) => node.transactionalMails.nodes,
      );
      if (first === 100) expect(mails).toHaveLength(40);
    });
    return statements.length;
  };
  const few = await count(10);
  expect(await count(100)).toBe(few);
  expect(few).toBeLessThan(40);
  console.info(`subscribers with all relations: ${few} statements`);
});
