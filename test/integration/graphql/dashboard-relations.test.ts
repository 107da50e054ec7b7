import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask, fail } from '../../support/graphql.ts';
import { addMailings } from '../../support/mailings.ts';
import { awayFromMidnight } from '../../support/midnight.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(() => api.close());

const ofList = async (id: string, fields: string) => (await ask(api, `{ list(id: "${id}") { ${fields} } }`)).list;

describe('the subscribers of a list', () => {
  const COUNTS = 'statusCounts { unconfirmed subscribed unsubscribed bounced complained total }';
  const nobody = { unconfirmed: 0, subscribed: 0, unsubscribed: 0, bounced: 0, complained: 0, total: 0 };

  test('are counted by their status', async () => {
    const [list, empty] = [await makeList(api), await makeList(api)];
    await subscribe(api, list, rowsOf(9));
    const statuses = ['bounced', 'bounced', 'complained', 'unsubscribed', 'unconfirmed', 'unconfirmed'] as const;
    const subscribers = await api.db.subscriber.findMany({ where: { listId: list } });
    for (const [n, status] of statuses.entries()) {
      await api.db.subscriber.updateMany({ where: { id: subscribers[n]!.id }, data: { status } });
    }
    const counts = { unconfirmed: 2, subscribed: 3, unsubscribed: 1, bounced: 2, complained: 1, total: 9 };
    expect(await ofList(list, COUNTS)).toEqual({ statusCounts: counts });
    expect(await ofList(empty, COUNTS)).toEqual({ statusCounts: nobody });
  });
});

describe('the growth of a list', () => {
  let list: string;
  const growth = async (args: string) => (await ofList(list, `growth${args} { date subscribed unsubscribed }`)).growth;
  const changes = async (args: string) =>
    (await growth(args))
      .filter((row: { subscribed: number; unsubscribed: number }) => row.subscribed + row.unsubscribed > 0)
      .map((row: Record<string, unknown>) => Object.values(row));

  beforeAll(async () => {
    list = await makeList(api);
    await subscribe(api, list, rowsOf(6));
    const MOMENTS = [
      ['2026-01-31T23:30:00Z', null],
      ['2026-02-01T04:59:59.999Z', '2026-02-02T05:00:00Z'],
      ['2026-02-01T05:00:00Z', '2026-02-03T04:59:59.999Z'],
      ['2026-02-28T12:00:00Z', '2026-03-09T03:59:59.999Z'],
      ['2026-03-08T12:00:00Z', null],
      [null, null],
    ];
    const date = (text: string | null | undefined) => (text ? new Date(text) : null);
    for (const [n, { id }] of (await api.db.subscriber.findMany({ where: { listId: list } })).entries()) {
      const [subscribedAt, unsubscribedAt] = MOMENTS[n]!.map(date) as [Date | null, Date | null];
      await api.db.subscriber.updateMany({ where: { id }, data: { subscribedAt, unsubscribedAt } });
    }
  });

  test('is reported day by day, including days without changes, both ends inclusive', async () => {
    expect(await growth('(since: "2026-01-31", until: "2026-02-03")')).toEqual([
      { date: '2026-01-31', subscribed: 1, unsubscribed: 0 },
      { date: '2026-02-01', subscribed: 2, unsubscribed: 0 },
      { date: '2026-02-02', subscribed: 0, unsubscribed: 1 },
      { date: '2026-02-03', subscribed: 0, unsubscribed: 1 },
    ]);
    expect(await growth('(since: "2026-02-02", until: "2026-02-02")')).toEqual([
      { date: '2026-02-02', subscribed: 0, unsubscribed: 1 },
    ]);
  });

  test('uses the days of the team’s time zone, across the change to summer time', async () => {
    await api.rest('PATCH', '/team', { timezone: 'America/New_York' });
    expect(await changes('(since: "2026-01-31", until: "2026-03-08")')).toEqual([
      ['2026-01-31', 2, 0],
      ['2026-02-01', 1, 0],
      ['2026-02-02', 0, 2],
      ['2026-02-28', 1, 0],
      ['2026-03-08', 1, 1],
    ]);
    await api.rest('PATCH', '/team', { timezone: null });
  });

  test('is reported by weeks from Monday, and by months, without days outside the period', async () => {
    expect(await growth('(since: "2026-02-01", until: "2026-02-09", interval: WEEK)')).toEqual([
      { date: '2026-01-26', subscribed: 2, unsubscribed: 0 },
      { date: '2026-02-02', subscribed: 0, unsubscribed: 2 },
      { date: '2026-02-09', subscribed: 0, unsubscribed: 0 },
    ]);
    expect(await growth('(since: "2026-01-01", until: "2026-03-08", interval: MONTH)')).toEqual([
      { date: '2026-01-01', subscribed: 1, unsubscribed: 0 },
      { date: '2026-02-01', subscribed: 3, unsubscribed: 2 },
      { date: '2026-03-01', subscribed: 1, unsubscribed: 0 },
    ]);
  });

  test('covers the last 30 days by default', async () => {
    await awayFromMidnight();
    await subscribe(api, list, rowsOf(1, 'today'));
    const days = await growth('');
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({ date: new Date().toISOString().slice(0, 10), subscribed: 1, unsubscribed: 0 });
  });

  test.each([
    ['(since: "2026-02-02", until: "2026-02-01")', 'until', 'must not be before since.'],
    ['(since: "2025-01-01", until: "2026-02-05")', 'since', 'must be at most 400 days before until.'],
    [
      '(since: "1990-01-01", until: "2026-02-05", interval: MONTH)',
      'since',
      'must be at most 400 months before until.',
    ],
    ['(since: "1990-01-01", until: "2026-02-05", interval: WEEK)', 'since', 'must be at most 400 weeks before until.'],
    ['(since: "yesterday")', 'since', 'must be a day, such as 2026-01-31.'],
    ['(until: "2026-02-30")', 'until', 'must be a day, such as 2026-01-31.'],
    ['(until: "0000-01-01")', 'until', 'must not be before 1900.'],
  ])('is refused for %s', async (args, path, problem) => {
    const { extensions } = await fail(api, `{ list(id: "${list}") { growth${args} { date } } }`);
    expect(extensions.issues).toMatchObject([{ path: [path], message: `The ${path} field ${problem}` }]);
  });
});

describe('campaigns', () => {
  const page = 'campaigns(orderBy: { field: NAME, direction: ASC }) { totalCount nodes { name } }';
  const named = (...names: string[]) => ({
    campaigns: { totalCount: names.length, nodes: names.map((name) => ({ name })) },
  });
  let [one, two, segment] = ['', '', ''];
  beforeAll(async () => {
    [one, two] = [await makeList(api), await makeList(api)];
    const conditions = { operator: 'and', rules: [{ type: 'email', operator: 'is_set' }] };
    segment = (await api.rest('POST', `/lists/${one}/segments`, { name: 'All', conditions })).body.data.id;
    await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Other' });
    await makeCampaign(api, one, { name: 'b', segments: [segment] });
    await makeCampaign(api, one, { name: 'c', excluded_segments: [segment] });
    await makeCampaign(api, one, { name: 'a', template: 'Other' });
    await makeCampaign(api, two, { name: 'd' });
  });

  test('of a list, a template or a segment are limited to it', async () => {
    expect(await ofList(one, page)).toEqual(named('a', 'b', 'c'));
    expect(await ofList(two, page)).toEqual(named('d'));
    const { templates } = await ask(
      api,
      `{ templates(orderBy: { field: NAME, direction: ASC }) { nodes { ${page} } } }`,
    );
    expect(templates.nodes).toEqual([named('b', 'c', 'd'), named('a')]);
    expect((await ask(api, `{ segment(id: "${segment}") { ${page} } }`)).segment).toEqual(named('b'));
  });

  test('are filtered, ordered and paged there too', async () => {
    const filtered = 'campaigns(search: "B", status: DRAFT) { totalCount nodes { name } }';
    expect(await ofList(one, filtered)).toEqual(named('b'));
    const byName = (args: string) =>
      ofList(
        one,
        `campaigns(orderBy: { field: NAME, direction: DESC }, ${args}) {
        pageInfo { endCursor hasNextPage hasPreviousPage } nodes { name } }`,
      );
    const { campaigns: first } = await byName('first: 2');
    expect([first.nodes, first.pageInfo.hasNextPage]).toEqual([[{ name: 'c' }, { name: 'b' }], true]);
    const { campaigns: next } = await byName(`first: 2, after: "${first.pageInfo.endCursor}"`);
    expect(next).toMatchObject({ nodes: [{ name: 'a' }], pageInfo: { hasNextPage: false, hasPreviousPage: true } });
    expect((await fail(api, `{ list(id: "${one}") { campaigns(after: "x") { nodes { id } } } }`)).extensions.code).toBe(
      'BAD_USER_INPUT',
    );
  });
});

test('the imports of a list exclude other lists', async () => {
  const [one, two] = [await makeList(api), await makeList(api)];
  const row = (listId: string, fileName: string) => ({ teamId: api.teamId, id: newId(), listId, fileName, total: 1 });
  await api.db.import.createMany({ data: [row(one, 'a.csv'), row(one, 'b.csv'), row(two, 'c.csv')] });
  const imports = 'imports(status: DRAFT, first: 1) { totalCount pageInfo { hasNextPage } nodes { fileName } }';
  expect(await ofList(one, imports)).toEqual({
    imports: { totalCount: 2, pageInfo: { hasNextPage: true }, nodes: [{ fileName: 'b.csv' }] },
  });
  expect(await ofList(two, imports)).toMatchObject({ imports: { nodes: [{ fileName: 'c.csv' }] } });
});

test('the segments of a list come newest first, and segments(listId) continues their pages', async () => {
  const [one, two] = [await makeList(api), await makeList(api)];
  const conditions = { operator: 'and', rules: [{ type: 'email', operator: 'is_set' }] };
  const named = [
    [one, 'S1'],
    [two, 'other'],
    [one, 'S2'],
    [one, 'S3'],
  ];
  for (const [list, name] of named) {
    await api.rest('POST', `/lists/${list}/segments`, { name, conditions });
  }
  const { segments } = await ofList(one, 'segments(first: 2) { totalCount pageInfo { endCursor } nodes { name } }');
  expect([segments.totalCount, segments.nodes]).toEqual([3, [{ name: 'S3' }, { name: 'S2' }]]);
  const rest = `{ segments(listId: "${one}", after: "${segments.pageInfo.endCursor}") { nodes { name } } }`;
  expect((await ask(api, rest)).segments.nodes).toEqual([{ name: 'S1' }]);
});

const sendMail = async (template: string): Promise<string> => {
  const mail = { template, from: 's@shop.test', to: ['ann@people.test'] };
  return (await api.rest('POST', '/transactional-mails', mail)).body.data.id;
};

test('the mails of a template stay with it after a rename', async () => {
  const { body } = await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Receipt' });
  const [first, other] = [await sendMail('Receipt'), await sendMail('Issue')];
  await api.rest('PUT', `/templates/${body.data.id}`, { name: 'Invoice' });
  const second = await sendMail('Invoice');
  const query = `{ template(id: "${body.data.id}") { transactionalMails(filter: { recipient: "ann@people.test" }) {
    totalCount nodes { id templateName } } } }`;
  expect((await ask(api, query)).template.transactionalMails).toEqual({
    totalCount: 2,
    nodes: [
      { id: second, templateName: 'Invoice' },
      { id: first, templateName: 'Receipt' },
    ],
  });
  expect([first, second]).not.toContain(other);
});

test('the message of a mail shows its state and every attempt', async () => {
  const id = await sendMail('Issue');
  const MESSAGE =
    'message { state reason skipReason cause failures firstTryAt dueAt sentAt attempts { outcome reason cause } timeline { type } }';
  const read = async () =>
    (await ask(api, `{ transactionalMail(id: "${id}") { ${MESSAGE} } }`)).transactionalMail.message;
  expect(await read()).toEqual({
    ...{
      state: 'QUEUED',
      reason: null,
      skipReason: null,
      cause: null,
      failures: 0,
      firstTryAt: null,
      dueAt: expect.any(String),
      sentAt: null,
    },
    ...{ attempts: [], timeline: [{ type: 'QUEUED' }] },
  });
  const where = { teamId_id: { teamId: api.teamId, id } };
  const failed = { state: 'failed', failures: 2, lastError: '550 No such user', firstTryAt: new Date() } as const;
  await api.db.message.update({ where, data: failed });
  const attempt = (outcome: 'deferred' | 'failed', reason: string) => ({
    teamId: api.teamId,
    messageId: id,
    outcome,
    reason,
  });
  await api.db.attempt.create({ data: attempt('deferred', '421 Later') });
  await api.db.attempt.create({ data: attempt('failed', '550 No such user') });
  expect(await read()).toMatchObject({
    ...{
      state: 'FAILED',
      reason: '550 No such user',
      skipReason: null,
      cause: 'USER_UNKNOWN',
      failures: 2,
      firstTryAt: expect.any(String),
      dueAt: null,
    },
    attempts: [
      { outcome: 'DEFERRED', reason: '421 Later', cause: 'SYSTEM' },
      { outcome: 'FAILED', reason: '550 No such user', cause: 'USER_UNKNOWN' },
    ],
    timeline: [{ type: 'QUEUED' }, { type: 'DEFERRED' }, { type: 'FAILED' }],
  });
});

describe('another team', () => {
  test('sees nothing of it', async () => {
    const list = await makeList(api);
    await makeCampaign(api, list);
    const query = `{ list(id: "${list}") { statusCounts { total } } campaigns { totalCount } imports { totalCount }
      templates { totalCount } transactionalMails { totalCount } }`;
    const none = { totalCount: 0 };
    expect(await ask(api, query, {}, { token: api.otherToken })).toEqual({
      ...{ list: null, campaigns: none, imports: none, templates: none, transactionalMails: none },
    });
  });
});

describe('the number of statements for a page does not depend on its rows:', () => {
  const CAMPAIGNS =
    'campaigns(orderBy: { field: STARTED_AT, direction: DESC }) { totalCount nodes { name links { total } } }';
  const MAILS = `totalCount nodes { links { total }
    message { state attempts { outcome } timeline { type } } timeline { type } }`;
  let home: string;
  beforeAll(async () => {
    const conditions = { operator: 'and', rules: [{ type: 'email', operator: 'is_set' }] };
    home = await makeList(api);
    for (let n = 0; n < 20; n += 1) {
      const list = await makeList(api);
      await makeCampaign(api, list, { name: `C${n}` });
      await api.rest('POST', `/lists/${home}/segments`, { name: `S${n}`, conditions });
      await api.rest('POST', '/templates', { ...TEMPLATE, name: `T${n}` });
      await sendMail(`T${n}`);
    }
  });

  test.each([
    [
      'lists with counts, growth, campaigns, imports and segments',
      `lists(first: $first) { nodes { name statusCounts { total } growth { date subscribed }
        ${CAMPAIGNS} imports { totalCount nodes { fileName } } segments { totalCount nodes { name } } } }`,
    ],
    [
      'templates with campaigns and mails',
      `templates(first: $first) { nodes { name ${CAMPAIGNS} transactionalMails { ${MAILS} } } }`,
    ],
    ['mails with message, attempts, timeline and links', `transactionalMails(first: $first) { ${MAILS} }`],
    ['campaigns with links', 'campaigns(first: $first) { nodes { name links { url unique total } } }'],
  ])('%s', async (_, fields) => {
    const count = async (first: number) => {
      const sent = await api.statements(() => ask(api, `query ($first: Int!) { ${fields} }`, { first }));
      return sent.length;
    };
    const [few, many] = [await count(2), await count(20)];
    expect(many).toBe(few);
  });

  test('segments with campaigns', async () => {
    const query = `query ($first: Int!) { segments(listId: "${home}", first: $first) { totalCount nodes { ${CAMPAIGNS} } } }`;
    const count = async (first: number) => {
      const sent = await api.statements(async () => {
        expect((await ask(api, query, { first })).segments.totalCount).toBe(20);
      });
      return sent.length;
    };
    expect(await count(20)).toBe(await count(2));
  });

  test('messages of a campaign with their timelines', async () => {
    await subscribe(api, home, rowsOf(20, 'reader'));
    const id = await makeCampaign(api, home, { name: 'Sent' });
    const people = await api.db.subscriber.findMany({ where: { listId: home } });
    const ofCampaign = { teamId: api.teamId, kind: 'campaign', campaignId: id, state: 'sent' } as const;
    await addMailings(api.db);
    await api.db.message.createMany({
      data: people.map(({ personKey }) => ({ ...ofCampaign, id: newId(), personKey, sentAt: new Date() })),
    });
    const query = `query ($first: Int!) { campaign(id: "${id}") {
      recipients(first: $first) { totalCount nodes { recipient timeline { id type } } } } }`;
    const count = async (first: number) => {
      const sent = await api.statements(async () => {
        const { recipients } = (await ask(api, query, { first })).campaign;
        expect(recipients).toMatchObject({ totalCount: 20, nodes: { length: first } });
        expect(recipients.nodes[0].timeline).toMatchObject([{ type: 'QUEUED' }, { type: 'SENT' }]);
      });
      return sent.length;
    };
    expect(await count(20)).toBe(await count(2));
  });
});
