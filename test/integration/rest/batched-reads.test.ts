import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSubscribers } from '../../../src/domain/audience/subscribers.ts';
import { readCampaigns } from '../../../src/domain/campaigns/campaigns.ts';
import { listSubscribers } from '../../../src/domain/segments/list-subscribers.ts';
import { readTransactionalMails } from '../../../src/domain/sending/transactional-mails.ts';
import { createScope, type Scope, transaction, WORKER } from '../../../src/scope.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

const MANY = 30;

let api: TestApp;
let other: TestApp;
let ids: string[];
/** One path of each kind. */
const paths: Record<string, string> = {};
beforeAll(async () => {
  api = await openTestApp();
  other = await openTeam(api);
  const list = await makeList(api);
  const rows = rowsOf(MANY).map((row, index) => ({
    ...row,
    tags: [`t${index % 3}`, 'all'],
    attributes: { n: `${index}` },
  }));
  ids = (await subscribe(api, list, rows)).data.map(({ id }: { id: string }) => id);
  await api.rest('POST', '/templates', TEMPLATE);
  const mail = { template: 'Issue', from: 'shop@shop.test', to: ['Ann <ann@x.test>'], variables: { order: { n: 1 } } };
  const { id } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
  paths.list = `/lists/${list}`;
  paths.subscriber = `/subscribers/${ids[0]}`;
  paths.mail = `/transactional-mails/${id}`;
  paths.campaign = `/campaigns/${await makeCampaign(api, list)}`;
});
afterAll(() => api.close());

const readAll = (team: TestApp, some: readonly string[]) =>
  Promise.all(some.map((id) => team.rest('GET', `/subscribers/${id}`)));

test('simultaneous requests for subscribers share a statement, and another for their tags', async () => {
  expect(await api.statements(() => readAll(api, ids))).toHaveLength(2);
  const answers = await readAll(api, ids);
  expect(answers.map(({ body }) => [body.data.id, body.data.tags, body.data.attributes])).toEqual(
    ids.map((id, index) => [id, ['all', `t${index % 3}`], { n: `${index}` }]),
  );
});

test.each(['subscriber', 'mail', 'campaign', 'list'])('simultaneous reads share statements: %s', async (kind) => {
  const path = paths[kind] as string;
  const alone = await api.statements(() => api.rest('GET', path));
  const many = await api.statements(() => Promise.all(Array.from({ length: 20 }, () => api.rest('GET', path))));
  expect(alone.length).toBeLessThanOrEqual(2);
  if (kind !== 'list') expect(many).toHaveLength(alone.length); // people on a list are counted for each request
});

test('unknown, malformed and foreign ids are 404 among simultaneous found ones', async () => {
  const asked = [ids[0]!, UNKNOWN_ID, 'nonsense', ids[1]!.toUpperCase(), "'; drop table subscribers", ids[2]!].map(
    encodeURIComponent,
  );
  const [mine, theirs] = await Promise.all([readAll(api, asked), readAll(other, asked)]);
  expect(mine.map(({ status }) => status)).toEqual([200, 404, 404, 200, 404, 200]);
  expect(theirs.map(({ status }) => status)).toEqual(asked.map(() => 404));
  expect(mine[3]!.body.data.id).toBe(ids[1]);
});

test('a read after an answered change returns the change, despite simultaneous reads', async () => {
  let change = 0;
  const busy = async () => {
    while (change < 20) await readAll(api, ids);
  };
  const changes = async () => {
    for (; change < 20; change++) {
      await api.rest('PATCH', `/subscribers/${ids[0]}`, { first_name: `Ann ${change}` });
      expect((await api.rest('GET', `/subscribers/${ids[0]}`)).body.data.first_name).toBe(`Ann ${change}`);
    }
  };
  await Promise.all([busy(), changes()]);
});

test('simultaneous pages of a list share the look-up of the list and the count', async () => {
  const page = () => api.rest('GET', `${paths.list}/subscribers?per_page=3`);
  const alone = await page();
  let many: (typeof alone)[] = [];
  const statements = await api.statements(async () => {
    many = await Promise.all(Array.from({ length: 20 }, page));
  });
  expect(many.map(({ body }) => body)).toEqual(many.map(() => alone.body));
  expect(alone.body.meta.total).toBe(MANY);
  expect(statements.filter((text) => /count\(\*\)/.test(text)).length).toBeLessThan(many.length);
  expect(statements.filter((text) => /from lists/.test(text))).toHaveLength(1);
});

test('simultaneous totals of a list share one count', async () => {
  const scope = createScope(api.db, { id: api.teamId }, WORKER);
  const list = paths.list!.replace('/lists/', '');
  const pages = await Promise.all(Array.from({ length: 20 }, () => listSubscribers(scope, list, { first: 3 })));
  const totals: number[] = [];
  const statements = await api.statements(async () => {
    totals.push(...(await Promise.all(pages.map((page) => page.total()))));
  });
  expect(totals).toEqual(pages.map(() => MANY));
  expect(statements).toHaveLength(1);
});

test('a page requested after a subscription counts it, despite simultaneous requests', async () => {
  const list = await makeList(api);
  const total = async () => (await api.rest('GET', `/lists/${list}/subscribers`)).body.meta.total;
  let subscribed = 0;
  const busy = async () => {
    while (subscribed < 20) await Promise.all([total(), total(), total()]);
  };
  const subscribing = async () => {
    for (; subscribed < 20; subscribed++) {
      await subscribe(api, list, [{ email: `late-${subscribed}@people.test` }]);
      expect(await total()).toBe(subscribed + 1);
    }
  };
  await Promise.all([busy(), subscribing()]);
});

test('GraphQL finds the same ids as REST, and null for unknown ones', async () => {
  const query = `query ($id: ID!, $none: ID!) {
    found: subscriber(id: $id) { id } unknown: subscriber(id: $none) { id } malformed: subscriber(id: "x") { id }
    mail: transactionalMail(id: "x") { id } campaign(id: "x") { id } }`;
  expect(await ask(api, query, { id: ids[0], none: UNKNOWN_ID })).toEqual({
    ...{ found: { id: ids[0] }, unknown: null, malformed: null, mail: null, campaign: null },
  });
});

test('our own statement reads the same row as Prisma, inside a transaction too', async () => {
  const { db, teamId } = api;
  const scope = createScope(db, { id: teamId }, WORKER);
  const omit = { content: true, variantContents: true, links: true, feed: true } as const;
  const campaign = await db.campaign.findFirstOrThrow({ where: { teamId }, omit });
  const mail = await db.transactionalMail.findFirstOrThrow({ where: { teamId } });
  const subscriber = await db.subscriber.findFirstOrThrow({ where: { teamId, id: ids[3]! } });
  const read = (scope: Scope) =>
    Promise.all([
      readSubscribers(scope, [subscriber.id]),
      readCampaigns(scope, [campaign.id]),
      readTransactionalMails(scope, [mail.id]),
    ]);
  expect(await read(scope)).toEqual([[subscriber], [campaign], [mail]]);
  expect(await transaction(scope, read)).toEqual([[subscriber], [campaign], [mail]]);
});
