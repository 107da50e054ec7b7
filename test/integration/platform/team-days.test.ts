import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { awayFromFullHour } from '../../support/midnight.ts';
import { addressesIn, all, declareFields, makeSegment, type Rule } from '../../support/segments.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  await declareFields(api, { visited: 'date', born: 'date' });
});
afterAll(() => api.close());

const setZone = async (timezone: string | null) =>
  expect((await api.rest('PATCH', '/team', { timezone })).status).toBe(200);

const byDay = async (query: string) =>
  (await api.rest('GET', `/revenue?${query}`)).body.data.map((row: { group: string; orders: number }) => [
    row.group,
    row.orders,
  ]);

const order = (reference: string, occurred_at: string, currency = 'EUR') => ({
  ...{ email: `${reference}@x.test`, name: 'order', reference, occurred_at, value: 100, currency },
});

/** Currencies without other sales, one after the other. */
const CURRENCIES = 'USD GBP CHF SEK NOK DKK PLN CZK AUD NZD CAD INR BRL MXN'.split(' ');

/** Adds people to a new list who joined at these times, with the same time in `visited`. */
async function joinedAt(moments: Record<string, string>): Promise<string> {
  const list = await makeList(api);
  const subscribers = Object.entries(moments).map(([name, visited]) => ({
    ...{ email: `${name}@x.test`, attributes: { visited } },
  }));
  await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers });
  for (const [name, at] of Object.entries(moments)) {
    await api.db.subscriber.updateMany({
      where: { listId: list, email: `${name}@x.test` },
      data: { subscribedAt: new Date(at) },
    });
  }
  return list;
}

/** The people whom a rule matches, by the local part of the address. */
async function matched(list: string, rule: Rule): Promise<string[]> {
  const { id } = await makeSegment(api, list, all(rule));
  return (await addressesIn(api, `/segments/${id}/subscribers`)).map((email) => email.split('@')[0]!);
}

async function growth(list: string, since: string, until: string): Promise<[string, number][]> {
  const query = `query ($id: ID!) { list(id: $id) { growth(since: "${since}", until: "${until}") { date subscribed } } }`;
  const { list: of } = await ask(api, query, { id: list });
  return of.growth.map(({ date, subscribed }: { date: string; subscribed: number }) => [date, subscribed]);
}

describe('a person who subscribes and orders at 2026-11-27T05:00Z, the evening of the 26th in Los Angeles,', () => {
  const AT = '2026-11-27T05:00:00Z';
  let list: string;
  beforeAll(async () => {
    await setZone('America/Los_Angeles');
    list = await joinedAt({ eve: AT });
    await api.rest('POST', '/events', { events: [order('eve', AT)] });
  });
  afterAll(() => setZone(null));

  test('counts as list growth on the 26th', async () => {
    expect(await growth(list, '2026-11-26', '2026-11-27')).toEqual([
      ['2026-11-26', 1],
      ['2026-11-27', 0],
    ]);
  });

  test('counts as revenue of the 26th, and not of the 27th', async () => {
    expect(await byDay('from=2026-11-26&to=2026-11-26&group_by=day')).toEqual([['2026-11-26', 1]]);
    expect(await byDay('from=2026-11-27&to=2026-11-27&group_by=day')).toEqual([]);
    const { body } = await api.rest('GET', '/revenue?from=2026-11-26&to=2026-11-26');
    expect(body.meta).toMatchObject({ from: '2026-11-26T08:00:00.000Z', to: '2026-11-27T08:00:00.000Z' });
  });

  test.each<[string, unknown, string[]]>([
    ['between', ['2026-11-26', '2026-11-26'], ['eve']],
    ['between', ['2026-11-27', '2026-11-27'], []],
    ['before', '2026-11-27', ['eve']],
    ['before', '2026-11-26', []],
    ['after', '2026-11-25', ['eve']],
    ['after', '2026-11-26', []],
    ['between', ['2026-11-27T00:00:00Z', '2026-11-27T23:59:59Z'], ['eve']],
    ['before', '2026-11-27T05:00:00Z', []],
    ['before', '2026-11-26T21:00:00.001-08:00', ['eve']],
    ['between', ['2026-11-27T04:00:00Z', '2026-11-26'], ['eve']],
  ])('matches subscribed_at, and an attribute with that time, %s %j by those days', async (operator, value, who) => {
    expect(await matched(list, { type: 'subscribed_at', operator, value })).toEqual(who);
    expect(await matched(list, { type: 'attribute', field: 'visited', operator, value })).toEqual(who);
  });

  test('takes the automation branch that matches the segment', async () => {
    const branch = async (value: string[]) => {
      const { body } = await api.rest('POST', '/automations/simulate', {
        ...{ list, trigger: { type: 'event', name: 'began' }, email: 'eve@x.test', event: { name: 'began' } },
        start_at: '2026-12-01T00:00:00Z',
        steps: [
          {
            ...{ id: 'asked', type: 'condition' },
            if: all({ type: 'subscribed_at', operator: 'between', value }),
            ...{ then: [{ id: 'stop', type: 'exit' }], else: [] },
          },
        ],
      });
      return body.data.steps[0].branch;
    };
    expect(await branch(['2026-11-26', '2026-11-26'])).toBe('then');
    expect(await branch(['2026-11-27', '2026-11-27'])).toBe('else');
  });

  test('moves to the 27th as soon as the team moves to Berlin', async () => {
    await setZone('Europe/Berlin');
    expect(await byDay('from=2026-11-20&to=2026-11-30')).toEqual([['2026-11-27', 1]]);
    expect(await matched(list, { type: 'subscribed_at', operator: 'after', value: '2026-11-26' })).toEqual(['eve']);
    await setZone('America/Los_Angeles');
  });
});

describe('a day lasts until the start of the next day', () => {
  afterAll(() => setZone(null));

  test.each([
    ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z', 25],
    ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z', 23],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', 25],
    ['Asia/Kolkata', '2026-11-26', '2026-11-25T18:30:00.000Z', '2026-11-26T18:30:00.000Z', 24],
    ['Asia/Kathmandu', '2026-11-26', '2026-11-25T18:15:00.000Z', '2026-11-26T18:15:00.000Z', 24],
    ['Pacific/Apia', '2026-11-26', '2026-11-25T11:00:00.000Z', '2026-11-26T11:00:00.000Z', 24],
    ['Pacific/Kiritimati', '2026-11-26', '2026-11-25T10:00:00.000Z', '2026-11-26T10:00:00.000Z', 24],
    ['Etc/GMT+12', '2026-11-26', '2026-11-26T12:00:00.000Z', '2026-11-27T12:00:00.000Z', 24],
    ['America/Sao_Paulo', '2026-11-26', '2026-11-26T03:00:00.000Z', '2026-11-27T03:00:00.000Z', 24],
    // Clocks skip midnight, so the day lacks an hour at the start.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z', 23],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z', 23],
    // Clocks show midnight twice, and the day starts at the first.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z', 25],
    ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z', 25],
  ])('in %s, %s from %s until %s: %i hours', async (zone, day, begin, end, hours) => {
    await setZone(zone);
    const [from, until] = [Date.parse(begin), Date.parse(end)];
    expect((until - from) / 3_600_000).toBe(hours);
    const moments = Object.fromEntries(
      [from - 1, from, until - 1, until].map((moment, index) => [`m${index}`, new Date(moment).toISOString()]),
    );
    const list = await joinedAt(moments);
    const currency = CURRENCIES.pop();
    const events = Object.entries(moments).map(([name, at]) => order(`${name}-${currency}`, at, currency));
    expect((await api.rest('POST', '/events', { events })).body.failed).toBe(0);
    const sold = async (query: string) => {
      const { body } = await api.rest('GET', `/revenue?${query}`);
      const ofCurrency = body.data.filter((row: { currency: string }) => row.currency === currency);
      return {
        meta: body.meta,
        days: ofCurrency.map((row: { group: string; orders: number }) => [row.group, row.orders]),
      };
    };

    const whole = await sold(`from=${day}&to=${day}`);
    expect(whole).toMatchObject({ meta: { from: begin, to: end }, days: [[day, 2]] });
    const around = await sold(`from=${new Date(from - 1).toISOString()}&to=${new Date(until + 1).toISOString()}`);
    expect(around.days.map(([group, orders]: [string, number]) => [group === day, orders])).toEqual([
      [false, 1],
      [true, 2],
      [false, 1],
    ]);
    expect(await growth(list, day, day)).toEqual([[day, 2]]);
    for (const rule of [{ type: 'subscribed_at' }, { type: 'attribute', field: 'visited' }]) {
      const on = { ...rule, operator: 'between', value: [day, day] };
      expect([rule, await matched(list, on)]).toEqual([rule, ['m1', 'm2']]);
      expect(await matched(list, { ...rule, operator: 'before', value: day })).toEqual(['m0']);
      expect(await matched(list, { ...rule, operator: 'after', value: day })).toEqual(['m3']);
    }
  });
});

describe('today', () => {
  afterAll(() => setZone(null));
  /** At any moment one of them has another day than UTC. */
  const ZONES = ['Pacific/Kiritimati', 'Etc/GMT+12', 'UTC'];
  const todayIn = (timeZone: string, days = 0) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(Date.now() + days * 86_400_000);

  test('is the day of the team for birthdays, future dates, recent growth, and usage', async () => {
    await awayFromFullHour();
    const now = new Date();
    await api.db.messageCount.create({
      data: {
        teamId: api.teamId,
        quarter: new Date(now.getTime() - (now.getTime() % 900_000)),
        kind: 'campaign',
        holder: 1,
        sent: 7,
      },
    });
    const list = await makeList(api);
    const days = [...new Set(ZONES.map((zone) => todayIn(zone)))];
    await api.rest('POST', `/lists/${list}/subscribers/batch`, {
      subscribers: days.map((day) => ({ email: `d${day}@x.test`, attributes: { born: day, visited: day } })),
    });
    for (const zone of ZONES) {
      await setZone(zone);
      const today = todayIn(zone);
      const of = (operator: string, field: string, value: number) =>
        matched(list, { type: 'attribute', field, operator, value });
      const isToCome = days.filter((day) => day >= today && day <= todayIn(zone, 1)).map((day) => `d${day}`);
      expect([zone, await of('anniversary_within_days', 'born', 1)]).toEqual([zone, isToCome.sort()]);
      expect([zone, await of('within_next_days', 'visited', 1)]).toEqual([zone, isToCome.sort()]);
      const isPast = days.filter((day) => day <= today).map((day) => `d${day}`);
      expect([zone, await of('within_last_days', 'visited', 3)]).toEqual([zone, isPast.sort()]);
      const { list: grown } = await ask(api, '{ list(id: $id) { growth { date } } }'.replace('$id', `"${list}"`));
      expect([zone, grown.growth.at(-1).date]).toEqual([zone, today]);
      const usage = (await api.rest('GET', '/usage')).body.data;
      expect([zone, usage.messages_sent_by_day]).toMatchObject([zone, [{ date: today, sent: { campaign: 7 } }]]);
      const firstMoment = new Date(Date.parse(usage.month_started_at));
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
      expect([zone, shown.format(firstMoment)]).toEqual([zone, `${today.slice(0, 7)}-01 00:00:00`]);
    }
  });
});

test('a period of ten years by day, and one at the start of our era, are answered', async () => {
  await setZone('America/Los_Angeles');
  for (const query of [
    'from=2016-12-01&to=2026-11-30',
    'from=0001-01-01&to=0001-12-31',
    'from=0001-01-01T00:00:00Z&to=0002-01-01T00:00:00Z',
    'from=9990-01-01&to=9999-12-30',
  ]) {
    expect([query, (await api.rest('GET', `/revenue?${query}`)).status]).toEqual([query, 200]);
  }
  const list = await makeList(api);
  for (const value of ['0001-01-01', '9999-12-31', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.998Z']) {
    for (const rule of [{ type: 'subscribed_at' }, { type: 'attribute', field: 'born' }]) {
      for (const operator of ['before', 'after']) expect(await matched(list, { ...rule, operator, value })).toEqual([]);
      expect(await matched(list, { ...rule, operator: 'between', value: [value, value] })).toEqual([]);
    }
  }
  await setZone(null);
});
