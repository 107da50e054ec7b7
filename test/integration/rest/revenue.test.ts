import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  const order = (reference: string, occurred_at: string, value: number, currency = 'EUR') => ({
    ...{ email: 'ann@x.test', name: 'order', reference, occurred_at, value, currency },
  });
  const events = [
    order('1', '2026-05-01T00:00:00Z', 1_000),
    order('2', '2026-05-01T23:59:59.999Z', 500),
    order('3', '2026-05-02T00:00:00Z', 250, 'usd'),
    order('4', '2026-05-03T12:00:00Z', 9_007_199_254_740_000),
    { ...order('5', '2026-05-02T10:00:00Z', 1), name: 'page.viewed' },
    { email: 'ann@x.test', name: 'order', reference: '6', occurred_at: '2026-05-02T10:00:00Z' },
  ];
  expect((await api.rest('POST', '/events', { events })).body).toMatchObject({
    data: events.map(() => ({ status: 'recorded' })),
  });
  const twice = {
    email: 'ann@x.test',
    value: 500,
    currency: 'EUR',
    reference: '2',
    occurred_at: '2026-05-01T10:00:00Z',
  };
  expect((await api.rest('POST', '/conversions', twice)).body.data.status).toBe('duplicate');
  const conversion = { ...twice, reference: '7', value: 70 };
  expect((await api.rest('POST', '/conversions', conversion)).body.data.status).toBe('recorded');
});
afterAll(() => api.close());

const revenue = (query: string, token = api.token) => api.rest('GET', `/revenue?${query}`, undefined, { token });

test.each([
  ['to=9999-12-31', 'to'],
  ['from=9999-12-30&to=9999-12-31', 'to'],
  ['to=9999-12-31T23:59:59-05:00', 'to'],
  ['from=0000-01-01&to=0000-02-01', 'from,to'],
  ['from=0000-12-31&to=0001-02-01', 'from'],
  ['since=0000-01-01&until=0000-02-01', 'since,until'],
  ['since=0000-12-31&to=0001-02-01', 'since'],
])('%s is refused: years have four digits', async (query, fields) => {
  const { status, body } = await revenue(query);
  expect([status, Object.keys(body.errors).join()]).toEqual([422, fields]);
});

test('since and until mean the same as from and to, and come first', async () => {
  const [first, last] = ['2026-05-01T00:00:00Z', '2026-05-03T00:00:00Z'];
  const { body } = await revenue(`from=${first}&to=${last}`);
  expect(body.data).toHaveLength(2);
  for (const query of [`since=${first}&until=${last}`, `since=${first}&to=${last}`]) {
    expect([query, (await revenue(query)).body]).toEqual([query, body]);
  }
  const both = await revenue(`since=${first}&until=${last}&from=2026-04-01&to=2026-04-02`);
  expect(both.body).toEqual(body);
  expect((await revenue(`since=${last}&until=${first}`)).body.errors).toEqual({
    until: ['The until field must be after the beginning of the period.'],
  });
});

test('sales are totalled by day and currency; each reference counts once', async () => {
  const { status, body } = await revenue('from=2026-05-01T00:00:00Z&to=2026-05-03T00:00:00Z');
  expect([status, body]).toEqual([
    200,
    {
      data: [
        { group: '2026-05-01', currency: 'EUR', revenue: 1_570, orders: 3 },
        { group: '2026-05-02', currency: 'USD', revenue: 250, orders: 1 },
      ],
      meta: {
        from: '2026-05-01T00:00:00.000Z',
        to: '2026-05-03T00:00:00.000Z',
        group_by: 'day',
        totals: [
          { currency: 'EUR', revenue: 1_570, orders: 3 },
          { currency: 'USD', revenue: 250, orders: 1 },
        ],
      },
    },
  ]);
});

test('periods of days include both ends; a sum beyond safe integers is still a number', async () => {
  const { body } = await revenue('from=2026-05-02&to=2026-05-03&group_by=currency');
  expect(body.meta).toMatchObject({ from: '2026-05-02T00:00:00.000Z', to: '2026-05-04T00:00:00.000Z' });
  expect(body.data).toEqual([
    { group: 'EUR', currency: 'EUR', revenue: 9_007_199_254_740_000, orders: 1 },
    { group: 'USD', currency: 'USD', revenue: 250, orders: 1 },
  ]);
  await api.rest('POST', '/conversions', {
    ...{ email: 'a@x.test', value: 9_007_199_254_740_000, currency: 'EUR', occurred_at: '2026-05-03T01:00:00Z' },
  });
  const more = await revenue('from=2026-05-03&to=2026-05-03&group_by=currency');
  expect(more.body.data[0].revenue).toBe(18_014_398_509_480_000);
});

test('by template, campaign and automation only credited sales count, with matching totals', async () => {
  const template = { name: 'Cart', editor: 'html', content: 'x' };
  await api.rest('POST', '/templates', template);
  const mail = { template: 'Cart', to: ['bob@x.test'], from: 'shop@shop.test' };
  const { id } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
  await api.rest('POST', '/events', { email: 'bob@x.test', name: 'page.viewed' });
  const { key: personKey } = await api.db.person.findFirstOrThrow({ where: { email: 'bob@x.test' } });
  await api.db.touch.create({
    data: {
      teamId: api.teamId,
      personKey,
      kind: 'click',
      sender: 'transactional',
      senderId: id,
      at: '2026-06-01T10:00:00Z',
    },
  });
  const sale = { email: 'bob@x.test', value: 900, currency: 'EUR' };
  for (const occurred_at of ['2026-06-01T11:00:00Z', '2026-06-01T09:00:00Z']) {
    await api.rest('POST', '/conversions', { ...sale, occurred_at });
  }
  const june = 'from=2026-06-01&to=2026-06-30';
  const totals = [{ currency: 'EUR', revenue: 900, orders: 1 }];
  const { body } = await revenue(`${june}&group_by=template`);
  expect([body.data, body.meta.totals]).toEqual([[{ group: 'Cart', ...totals[0] }], totals]);
  for (const kind of ['campaign', 'automation']) {
    expect((await revenue(`${june}&group_by=${kind}`)).body).toMatchObject({ data: [], meta: { totals: [] } });
  }
  expect((await revenue(june)).body.data).toEqual([
    { group: '2026-06-01', currency: 'EUR', revenue: 1_800, orders: 2 },
  ]);
  const byOrigin = await revenue(`${june}&group_by=origin`);
  expect(byOrigin.body.data).toEqual([
    { group: 'none', ...totals[0] },
    { group: 'transactional', ...totals[0] },
  ]);
  expect(byOrigin.body.meta.totals).toEqual([{ currency: 'EUR', revenue: 1_800, orders: 2 }]);

  const { revenue: bySender } = await ask(
    api,
    '{ revenue(since: "2026-06-01T00:00:00Z", until: "2026-07-01T00:00:00Z", groupBy: SENDER) { groupBy isTruncated groups { group sender date } } }',
  );
  expect(bySender).toEqual({
    ...{ groupBy: 'SENDER', isTruncated: false },
    groups: [
      { group: 'none', sender: null, date: null },
      { group: 'transactional', sender: 'TRANSACTIONAL', date: null },
    ],
  });
  const { revenue: byDay } = await ask(
    api,
    '{ revenue(since: "2026-06-01T00:00:00Z", until: "2026-07-01T00:00:00Z") { groups { date sender } } }',
  );
  expect(byDay.groups).toEqual([{ date: '2026-06-01', sender: null }]);
});

test('GraphQL gives the same report, for 30 days by default', async () => {
  const query = `query ($from: DateTime, $to: DateTime) {
    revenue(since: $from, until: $to, groupBy: CURRENCY) { groupBy groups { group currency revenue orders } totals { revenue } }
  }`;
  const data = await ask(api, query, { from: '2026-05-02T00:00:00Z', to: '2026-05-03T00:00:00Z' });
  expect(data.revenue).toEqual({
    groupBy: 'CURRENCY',
    groups: [{ group: 'USD', currency: 'USD', revenue: 250, orders: 1 }],
    totals: [{ revenue: 250 }],
  });
  const { revenue: usual } = await ask(api, '{ revenue { since until groupBy groups { group } } }');
  expect(Date.parse(usual.until) - Date.parse(usual.since)).toBe(30 * 86_400_000);
  expect(usual.groupBy).toBe('DAY');
});

test('another team sees none of it', async () => {
  const { body } = await revenue('from=2026-05-01&to=2026-06-30', api.otherToken);
  expect(body).toMatchObject({ data: [], meta: { totals: [] } });
});

describe('refused parameters:', () => {
  test.each([
    ['group_by=week', 'group_by'],
    ['group_by=DAY', 'group_by'],
    ['from=yesterday', 'from'],
    ['from=2026-02-30', 'from'],
    ['to=2026-05-01T00:00:00', 'to'],
    ['from=2026-05-02T00:00:00Z&to=2026-05-02T00:00:00Z', 'to'],
    ['from=2026-05-02&to=2026-05-01', 'to'],
    ['from=1999-01-01&to=2026-01-01', 'from'],
    ['from=1&from=2', 'from'],
  ])('%s', async (query, field) => {
    const { status, body } = await revenue(query);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
