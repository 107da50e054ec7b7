import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeAutomation } from '../../support/automations.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { makeForm } from '../../support/forms.ts';
import { ask, fail } from '../../support/graphql.ts';
import { all, makeSegment } from '../../support/segments.ts';

const COUNT = 14;
const numbers = Array.from({ length: COUNT }, (_, index) => index);
/** Four moments, one of them twice as often as the others, and none for every fifth row. */
const moments = numbers.map((n) => (n % 5 === 4 ? null : new Date(Date.UTC(2026, 2, 1 + ((n * 7) % 4), n % 4))));
/** A step that needs no template. */
const WAIT = { id: 'hour', type: 'wait', for: 'PT1H' };
const NAMES = ['May', 'april', 'MAY', 'June', 'june "1" %_', 'july'];
const nameOf = (n: number) => NAMES[n % NAMES.length] as string;

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await subscribe(api, list, rowsOf(COUNT));
  const subscribers = await api.db.subscriber.findMany({ where: { listId: list } });
  for (const [n, { id }] of subscribers.entries()) {
    await api.db.subscriber.updateMany({ where: { id }, data: { subscribedAt: moments[n] as Date } });
  }
  await api.rest('POST', '/templates', TEMPLATE);
  for (const n of numbers) await makeCampaign(api, list, { name: nameOf(n) });
  const statuses = ['sent', 'draft', 'failed', 'sending'] as const;
  for (const [n, { id }] of (await api.db.campaign.findMany()).entries()) {
    const data = { startedAt: moments[n] as Date, status: statuses[n % 4]!, updatedAt: moments[n % 4] as Date };
    await api.db.campaign.updateMany({ where: { id }, data });
  }
  const ofTeam = { teamId: api.teamId };
  const imports = numbers.map((n) => ({ ...ofTeam, id: newId(), listId: list, fileName: nameOf(n), total: 1 }));
  await api.db.import.createMany({ data: imports.map((row, n) => ({ ...row, finishedAt: moments[n] as Date })) });
  for (const n of numbers.slice(1)) await api.rest('POST', '/templates', { ...TEMPLATE, name: `${nameOf(n)} ${n}` });
  await api.db.template.updateMany({ where: { name: { startsWith: 'May' } }, data: { updatedAt: moments[0] as Date } });
  for (const n of numbers) {
    const mail = { template: n % 3 ? 'Issue' : `${nameOf(1)} 1`, from: 's@shop.test', to: ['ann@people.test'] };
    await api.rest('POST', '/transactional-mails', mail);
  }
  const mails = await api.db.transactionalMail.findMany();
  const failed = mails.filter((_, n) => n % 4 === 1).map(({ id }) => id);
  await api.db.transactionalMail.updateMany({ where: { id: { in: failed } }, data: { status: 'failed' } });
  const conditions = all({ type: 'email', operator: 'contains', value: 'people' });
  for (const n of numbers) {
    if (n > 0) await makeList(api, { name: nameOf(n) });
    await makeSegment(api, list, conditions, nameOf(n));
    await makeForm(api, list, { name: nameOf(n) });
    await makeAutomation(api, { name: nameOf(n), steps: [WAIT] });
    await api.rest('POST', '/tags', { name: `${nameOf(n)} ${n}` });
  }
  await api.db.form.updateMany({ where: { name: { startsWith: 'May' } }, data: { updatedAt: moments[0] as Date } });
});
afterAll(() => api.close());

type Node = Record<string, string | null> & { id: string };
interface Connection {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
  nodes: Node[];
}

const STATUSES = {
  campaigns: ['DRAFT', 'SENDING', 'PAUSED', 'SENT', 'CANCELLED', 'FAILED'],
  transactionalMails: ['PENDING', 'SENT', 'FAILED'],
};
const asIs = (value: string | null) => value ?? '';
const withoutCase = (value: string | null) => asIs(value).toLowerCase();
const placeIn = (statuses: string[]) => (value: string | null) => String(statuses.indexOf(asIs(value)));

/** The connection, its field, the nodes' field, and the compared value: null is the smallest. */
const ORDERS: [string, string, string, (value: string | null) => string][] = [
  ['subscribers', 'CREATED_AT', 'id', asIs],
  ['subscribers', 'SUBSCRIBED_AT', 'subscribedAt', asIs],
  ['subscribers', 'EMAIL', 'email', asIs],
  ['campaigns', 'CREATED_AT', 'id', asIs],
  ['campaigns', 'UPDATED_AT', 'updatedAt', asIs],
  ['campaigns', 'STARTED_AT', 'startedAt', asIs],
  ['campaigns', 'NAME', 'name', withoutCase],
  ['campaigns', 'STATUS', 'status', placeIn(STATUSES.campaigns)],
  ['imports', 'CREATED_AT', 'id', asIs],
  ['imports', 'FINISHED_AT', 'finishedAt', asIs],
  ['imports', 'FILE_NAME', 'fileName', withoutCase],
  ['templates', 'CREATED_AT', 'id', asIs],
  ['templates', 'UPDATED_AT', 'updatedAt', asIs],
  ['templates', 'NAME', 'name', withoutCase],
  ['lists', 'NAME', 'name', withoutCase],
  ['segments', 'NAME', 'name', withoutCase],
  ['forms', 'UPDATED_AT', 'updatedAt', asIs],
  ['automations', 'NAME', 'name', withoutCase],
  ['tags', 'NAME', 'name', withoutCase],
  ['transactionalMails', 'CREATED_AT', 'id', asIs],
  ['transactionalMails', 'TEMPLATE', 'templateName', asIs],
  ['transactionalMails', 'STATUS', 'status', placeIn(STATUSES.transactionalMails)],
];

const filterOf = (connection: string) => (connection === 'subscribers' ? `listId: "${list}", ` : '');

async function page(connection: string, args: string, fields = '', token = api.token): Promise<Connection> {
  const query = `{ ${connection}(${filterOf(connection)}${args}) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { id ${fields} } } }`;
  return (await ask(api, query, {}, { token }))[connection];
}

const idsOf = ({ nodes }: Connection) => nodes.map(({ id }) => id);

describe.each(ORDERS.flatMap((order) => ['ASC', 'DESC'].map((direction) => [...order, direction] as const)))(
  '%s by %s (%s)',
  (connection, field, key, compared, direction) => {
    const orderBy = `orderBy: { field: ${field}, direction: ${direction} }`;
    const take = (args: string) => page(connection, `${orderBy}, ${args}`, key);

    test(`come ${direction}, with equal values ordered by id`, async () => {
      const { nodes, totalCount } = await take('first: 100');
      expect([nodes.length, totalCount]).toEqual([COUNT, COUNT]);
      const sortKey = (node: Node) => `${compared(node[key] ?? null)}\u0001${node.id}`;
      const ascending = nodes.map(sortKey).toSorted();
      expect(nodes.map(sortKey)).toEqual(direction === 'ASC' ? ascending : ascending.toReversed());
    });

    test.each([1, 4])('are walked forwards by %i, each row once', async (size) => {
      const seen: string[] = [];
      for (let after = ''; ; ) {
        const part = await take(`first: ${size}${after}`);
        expect(part.pageInfo.hasPreviousPage).toBe(after !== '');
        seen.push(...idsOf(part));
        if (!part.pageInfo.hasNextPage) break;
        after = `, after: "${part.pageInfo.endCursor}"`;
      }
      expect(seen).toEqual(idsOf(await take('first: 100')));
    });

    test.each([1, 4])('are walked backwards by %i, each row once', async (size) => {
      const seen: string[] = [];
      for (let before = ''; ; ) {
        const part = await take(`last: ${size}${before}`);
        expect(part.pageInfo.hasNextPage).toBe(before !== '');
        seen.unshift(...idsOf(part));
        if (!part.pageInfo.hasPreviousPage) break;
        before = `, before: "${part.pageInfo.startCursor}"`;
      }
      expect(seen).toEqual(idsOf(await take('first: 100')));
    });

    test('can be skipped by offset, even after a cursor', async () => {
      const all = idsOf(await take('first: 100'));
      expect(idsOf(await take('first: 4, offset: 6'))).toEqual(all.slice(6, 10));
      const { pageInfo } = await take('first: 2');
      expect(idsOf(await take(`first: 4, offset: 3, after: "${pageInfo.endCursor}"`))).toEqual(all.slice(5, 9));
      expect(idsOf(await take(`first: 4, offset: ${COUNT}`))).toEqual([]);
    });

    test('show nothing of another team', async () => {
      if (connection === 'subscribers') return;
      const { nodes, totalCount } = await page(connection, `${orderBy}, first: 5`, '', api.otherToken);
      expect([nodes, totalCount]).toEqual([[], 0]);
    });
  },
);

test('without orderBy, the newest come first', async () => {
  for (const [connection] of ORDERS) {
    const newest = await page(connection, 'orderBy: { field: CREATED_AT, direction: DESC }, first: 100');
    expect(await page(connection, 'first: 100')).toEqual(newest);
  }
});

test('missing dates come first with ASC and last with DESC', async () => {
  for (const [direction, place] of [
    ['ASC', 0],
    ['DESC', -1],
  ] as const) {
    const orderBy = `orderBy: { field: STARTED_AT, direction: ${direction} }`;
    const { nodes } = await page('campaigns', `${orderBy}, first: 100`, 'startedAt');
    expect(nodes.at(place)?.startedAt).toBeNull();
    expect(nodes.at(-1 - place)?.startedAt).not.toBeNull();
  }
});

describe('a filter', () => {
  test.each(['filter: { status: SUBSCRIBED }', 'search: "people"', 'filter: { email: "p3@people.test" }'])(
    'on %s keeps the order',
    async (filter) => {
      const orderBy = 'orderBy: { field: EMAIL, direction: DESC }';
      const { nodes, totalCount } = await page('subscribers', `${orderBy}, ${filter}, first: 100`, 'email');
      const emails = nodes.map(({ email }) => email);
      expect(emails).toEqual(emails.toSorted().toReversed());
      expect(totalCount).toBe(filter.includes('email') ? 1 : COUNT);
      expect(nodes).toHaveLength(totalCount);
    },
  );

  test('by a segment keeps the order, from the root and from the segment', async () => {
    const conditions = { operator: 'and', rules: [{ type: 'email', operator: 'contains', value: '1' }] };
    const { body } = await api.rest('POST', `/lists/${list}/segments`, { name: 'Ones', conditions });
    const orderBy = 'orderBy: { field: SUBSCRIBED_AT, direction: ASC }';
    const { nodes } = await page('subscribers', `${orderBy}, filter: { segmentId: "${body.data.id}" }`, 'subscribedAt');
    expect(nodes).toHaveLength(5);
    const times = nodes.map(({ subscribedAt }) => asIs(subscribedAt as string | null));
    expect(times).toEqual(times.toSorted());
    const query = `{ segment(id: "${body.data.id}") { subscribers(${orderBy}) { nodes { id subscribedAt } } } }`;
    expect((await ask(api, query)).segment.subscribers.nodes).toEqual(nodes);
  });
});

describe('a cursor', () => {
  const byName = (args: string) => page('campaigns', `orderBy: { field: NAME, direction: ASC }, ${args}`, 'name');
  const written = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const refused = async (orderBy: string, cursor: string, side = 'after') => {
    const query = `{ campaigns(orderBy: ${orderBy}, ${side}: "${cursor}") { nodes { id } } }`;
    const { extensions } = await fail(api, query);
    expect(extensions.issues).toMatchObject([
      { path: [side], message: expect.stringContaining(`The ${side} field is not a cursor of this list.`) },
    ]);
  };

  test('keeps its position when its row is renamed or deleted, and when rows are added before it', async () => {
    const all = await byName('first: 100');
    const { pageInfo, nodes } = await byName('first: 5');
    await api.db.campaign.updateMany({ where: { id: nodes[4]!.id }, data: { name: 'zzz' } });
    const early = await makeCampaign(api, list, { name: 'aaa' });
    try {
      const next = await byName(`first: 4, after: "${pageInfo.endCursor}"`);
      expect(idsOf(next)).toEqual(idsOf(all).slice(5, 9));
    } finally {
      await api.db.campaign.updateMany({ where: { id: nodes[4]!.id }, data: { name: nodes[4]!.name! } });
      await api.rest('DELETE', `/campaigns/${early}`);
    }
  });

  test('works in both directions', async () => {
    const all = idsOf(await byName('first: 100'));
    const { pageInfo } = await byName('first: 5');
    const back = `orderBy: { field: NAME, direction: DESC }, first: 100, after: "${pageInfo.endCursor}"`;
    expect(idsOf(await page('campaigns', back))).toEqual(all.slice(0, 4).toReversed());
  });

  test('does not work for another order', async () => {
    const { pageInfo } = await byName('first: 2');
    const plain = (await page('campaigns', 'first: 2')).pageInfo.endCursor;
    await refused('{ field: STATUS, direction: ASC }', pageInfo.endCursor);
    await refused('{ field: CREATED_AT, direction: ASC }', pageInfo.endCursor);
    await refused('{ field: NAME, direction: ASC }', plain);
    // Its values would fit, because both orders use a time.
    const byUpdate = await page('campaigns', 'orderBy: { field: UPDATED_AT, direction: ASC }, first: 2');
    await refused('{ field: STARTED_AT, direction: ASC }', byUpdate.pageInfo.endCursor);
    await refused('{ field: NAME, direction: ASC }', plain, 'before');
  });

  test.each([
    ['no JSON', 'NAME', 'AAAA'],
    ['no list', 'NAME', Buffer.from('{}').toString('base64url')],
    ['too short', 'NAME', written('name', 'May')],
    ['too long', 'NAME', written('name', 'May', newId(), 1)],
    ['of a number', 'NAME', written('name', 5, newId())],
    ['of null where there is none', 'NAME', written('name', null, newId())],
    ['of text that no row can have', 'NAME', written('name', 'a\0', newId())],
    ['of no time', 'STARTED_AT', written('started_at', 'yesterday', newId())],
    ['of no status', 'STATUS', written('status', 'asleep', newId())],
    ['of no id', 'NAME', written('name', 'May', 'x')],
  ])('%s is refused', (_, field, cursor) => refused(`{ field: ${field}, direction: ASC }`, cursor));
});

test('an order requires a valid field and direction', async () => {
  for (const orderBy of ['{ field: EMAIL }', '{ direction: ASC }', '{ field: LAST_NAME, direction: ASC }']) {
    const { body } = await api.graphql(`{ subscribers(listId: "${list}", orderBy: ${orderBy}) { nodes { id } } }`);
    expect(body.errors.length).toBeGreaterThan(0);
    expect(body.data).toBeUndefined();
  }
});
