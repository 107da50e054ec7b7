import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideNextAbTest } from '../../../src/domain/campaigns/decide-ab-test.ts';
import { recountCampaign } from '../../../src/domain/campaigns/recount.ts';
import { pValues } from '../../../src/domain/campaigns/winner.ts';
import type { Prisma } from '../../../src/generated/prisma/client.ts';
import { newId } from '../../../src/ids.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { reportOf } from '../../support/received-messages.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { until } from '../../support/until.ts';

const PEOPLE = 60;

let api: TestApp;
let list: string;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp();
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api);
  await subscribeMany(api, list, rowsOf(PEOPLE));
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
});

/** A campaign whose messages are queued but not sent. */
async function file(test: object, variants = 2): Promise<string> {
  const names = Array.from({ length: variants }, (_, n) => ({ name: `V${n}`, subject: `Subject ${n}` }));
  const given = { variants: names, sample_percent: 80, decide_after: 'PT1H', by: 'clicks', ...test };
  const id = await makeCampaign(api, list, { test: given });
  await api.rest('POST', `/campaigns/${id}/send`);
  await until(async () => (await readCampaign(api, id)).recipients_count === PEOPLE);
  return id;
}

const timeHasCome = (ids: string[]) =>
  api.db.campaign.updateMany({ where: { id: { in: ids } }, data: { decideAt: new Date(Date.now() - 1_000) } });

type Kind = 'random' | 'nobody reacts' | 'all alike' | 'nothing is delivered' | 'few';
interface Person {
  variant: number;
  delivered: boolean;
  open: boolean;
  click: boolean;
  sales: { currency: string; value: number; refunded: number }[];
}

/** A random outcome of a sample, recorded as sending and readers would. */
async function simulate(id: string, seed: number, kind: Kind, by: string): Promise<Person[]> {
  const { below, pick } = seededRandom(seed);
  const sample = await api.db.message.findMany({ where: { campaignId: id, variant: { not: null } } });
  const people: Person[] = [];
  const odds = Array.from({ length: 7 }, () => below(100));
  const of = { teamId: api.teamId };
  const states = new Map<string, string[]>();
  const [bounces, reactions, sold]: [
    Prisma.FeedbackCreateManyInput[],
    Prisma.ReactionCreateManyInput[],
    Prisma.SaleCreateManyInput[],
  ] = [[], [], []];
  for (const { id: messageId, personKey: key, variant } of sample) {
    const personKey = key!;
    const fate =
      kind === 'nothing is delivered'
        ? 'failed'
        : kind === 'all alike'
          ? 'sent'
          : pick(['sent', 'sent', 'sent', 'failed', 'unknown', 'bounced', 'soft']);
    const chance = kind === 'all alike' ? 100 : kind === 'nobody reacts' ? 0 : kind === 'few' ? 4 : odds[variant!]!;
    const [open, click] = [below(100) < chance, below(100) < chance];
    const state = fate === 'bounced' || fate === 'soft' ? 'sent' : fate;
    states.set(state, [...(states.get(state) ?? []), messageId]);
    if (fate === 'bounced' || fate === 'soft') {
      const bounce = fate === 'soft' ? 'soft_bounce' : 'hard_bounce';
      bounces.push({ ...of, messageId, personKey, kind: bounce, key: Buffer.from(messageId) });
    }
    const at = new Date();
    const kinds = [...(open ? ['open' as const] : []), ...(click ? ['click' as const] : [])];
    // Some people react more than once; each person counts once.
    const times = 1 + below(3);
    for (const kind of kinds) {
      for (let n = 0; n < times; n++) reactions.push({ ...of, messageId, kind, verdict: 'human', at });
    }
    const sales =
      (open || click) && by === 'revenue'
        ? Array.from({ length: kind === 'all alike' ? 1 : below(3) }, () => ({
            currency: kind === 'all alike' ? 'EUR' : pick(['EUR', 'EUR', 'USD', 'JPY']),
            value: kind === 'all alike' ? 500 : 100 * (1 + below(50)),
            refunded: kind === 'all alike' ? 0 : pick([0, 0, 0, 50, 100]),
          }))
        : [];
    const credited = {
      sender: 'campaign' as const,
      senderId: id,
      touch: 'click' as const,
      touchedAt: at,
      occurredAt: at,
    };
    for (const sale of sales) {
      sold.push({ ...of, id: newId(), personKey, variant, origin: 'conversion', ...sale, ...credited });
    }
    people.push({ variant: variant!, delivered: fate === 'sent', open, click, sales });
  }
  // Rows outside the sample's result: a waiting person and a machine.
  const [other] = await api.db.message.findMany({ where: { campaignId: id, variant: null }, take: 1 });
  const click = { ...of, kind: 'click' as const, at: new Date() };
  reactions.push({ ...click, messageId: other!.id, verdict: 'human' });
  reactions.push({ ...click, messageId: sample.at(-1)!.id, verdict: 'scanner' });
  for (const [state, ids] of states) {
    await api.db.message.updateMany({
      where: { ...of, id: { in: ids } },
      data: { state: state as 'sent', sentAt: new Date() },
    });
  }
  await api.db.feedback.createMany({ data: bounces });
  await api.db.reaction.createMany({ data: reactions });
  await api.db.sale.createMany({ data: sold });
  await recountCampaign(createScope(api.installation.connection.db, { id: api.teamId }, WORKER), id);
  return people;
}

/** The winner by the documented formula, in floating-point, which is exact enough for a small sample. */
function naiveWinner(people: Person[], variants: number, by: string): number {
  const orders = new Map<string, number>();
  for (const { currency } of people.flatMap(({ sales }) => sales))
    orders.set(currency, (orders.get(currency) ?? 0) + 1);
  const [usual] = [...orders].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([currency]) => currency);
  const rates = Array.from({ length: variants }, (_, index) => {
    const ours = people.filter((one) => one.variant === index + 1);
    const delivered = ours.filter((one) => one.delivered).length;
    const worth = (one: Person) =>
      by === 'revenue'
        ? one.sales.reduce((sum, { currency, value, refunded }) => sum + (currency === usual ? value - refunded : 0), 0)
        : Number((by === 'opens' && one.open) || one.click);
    return delivered === 0 ? 0 : ours.reduce((sum, one) => sum + worth(one), 0) / delivered;
  });
  return firstOfBest(rates);
}

/** The winner by the report's figures for each variant. */
function winnerByReport(report: Report, variants: number, by: string): number {
  const known = Array.from({ length: variants }, (_, index) => report.find(({ variant }) => variant === index + 1));
  const sold = known.flatMap((one) => one?.revenue ?? []);
  const orders = (currency: string) => sold.reduce((sum, one) => sum + (one.currency === currency ? one.orders : 0), 0);
  const [usual] = [...new Set(sold.map(({ currency }) => currency))]
    .sort()
    .sort((one, other) => orders(other) - orders(one));
  const rates = known.map((one) => {
    if (!one || one.delivered === 0) return 0;
    const revenue = one.revenue.find(({ currency }) => currency === usual)?.revenue ?? 0;
    return (by === 'revenue' ? revenue : by === 'opens' ? one.opens.unique : one.clicks.unique) / one.delivered;
  });
  return firstOfBest(rates);
}

type Report = {
  variant: number;
  delivered: number;
  opens: { unique: number };
  clicks: { unique: number };
  revenue: { currency: string; revenue: number; orders: number }[];
}[];

function firstOfBest(rates: readonly number[]): number {
  const best = Math.max(...rates);
  return 1 + rates.findIndex((rate) => best - rate < 1e-12);
}

test('in 30 outcomes the rule finds the winner of a plain count and of the report, even with ties and without reactions', async () => {
  const kinds: Kind[] = [
    'random',
    'random',
    'random',
    'few',
    'few',
    'random',
    'random',
    'nobody reacts',
    'all alike',
    'nothing is delivered',
  ];
  // Each kind occurs with each figure, and with each number of variants.
  const outcomes = Array.from({ length: 30 }, (_, seed) => ({
    ...{
      seed,
      kind: kinds[seed % kinds.length]!,
      by: ['opens', 'clicks', 'revenue'][seed % 3]!,
      variants: 2 + (seed % 5),
    },
  }));
  const expected = new Map<string, number>();
  for (const { seed, kind, by, variants } of outcomes) {
    const id = await file({ by }, variants);
    expected.set(id, naiveWinner(await simulate(id, seed, kind, by), variants, by));
  }
  const ids = [...expected.keys()];
  const shown = new Map<string, number>();
  for (const [index, { by, variants }] of outcomes.entries()) {
    const report = await reportOf(api, ids[index]!);
    shown.set(ids[index]!, winnerByReport(report.variants, variants, by));
  }
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
  expect((await api.db.campaign.findMany({ where: { id: { in: ids }, winner: { not: null } } })).length).toBe(0);
  await timeHasCome(ids);
  await until(async () => (await api.db.campaign.count({ where: { id: { in: ids }, winner: null } })) === 0);
  const decided = await api.db.campaign.findMany({ where: { id: { in: ids } } });
  expect(Object.fromEntries(decided.map(({ id, winner }) => [id, winner]))).toEqual(Object.fromEntries(expected));
  expect(new Set(expected.values()).size).toBeGreaterThan(3); // it was no row of firsts
  for (const [index, { kind }] of outcomes.entries()) {
    if (['nobody reacts', 'nothing is delivered', 'all alike'].includes(kind))
      expect(expected.get(ids[index]!)).toBe(1);
  }
  expect(decided.every(({ decidedBy }) => decidedBy === 'rule')).toBe(true);
});

test('one of many simultaneous decisions counts, and all waiting recipients get its variant', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await file({});
    await jobs.stop();
    await timeHasCome([id]);
    const { db } = api.installation.connection;
    const pick = async () => (await api.rest('POST', `/campaigns/${id}/pick`, { variant: 2 })).status;
    const picks = round % 2 === 0 ? [] : Array.from({ length: 4 }, pick);
    const rules = await Promise.all(Array.from({ length: 6 }, () => decideNextAbTest(db)));
    const statuses = await Promise.all(picks);
    const { winner, decidedBy, decidedAt } = await api.db.campaign.findFirstOrThrow({ where: { id } });
    const byHand = statuses.filter((status) => status === 200).length;
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect([byHand, winner, decidedBy]).toEqual(decidedBy === 'hand' ? [1, 2, 'hand'] : [0, 1, 'rule']);
    expect(decidedBy === 'hand' || rules.includes(true)).toBe(true);
    expect(await decideNextAbTest(db)).toBe(false);
    jobs = startJobs(api.installation);
    await until(async () => (await api.db.message.count({ where: { campaignId: id, variant: null } })) === 0);
    expect((await api.db.campaign.findFirstOrThrow({ where: { id } })).decidedAt).toEqual(decidedAt);
    expect(await api.db.message.count({ where: { campaignId: id, dueAt: { gt: new Date('9000-01-01') } } })).toBe(0);
  }
});

test('a test is not decided before its time, and a manual one is never decided automatically', async () => {
  const [early, manual] = [await file({}), await file({ by: 'manual', decide_after: 'PT10M' })];
  const due = await file({});
  await timeHasCome([due]);
  await until(async () => (await readCampaign(api, due)).test.winner !== null);
  for (const id of [early, manual])
    expect((await readCampaign(api, id)).test).toMatchObject({ winner: null, decided_at: null });
  expect((await readCampaign(api, manual)).test.decide_at).toBe(null);
});

test('the p values are those of a two-proportion z test, each against the best of the others', () => {
  const figures = (...pairs: [number, number][]) =>
    pairs.map(([clicks, delivered], index) => ({ variant: index + 1, delivered, clicks, opens: 0, revenue: 1 }));
  // Computed with the complementary error function of another language.
  const known: [number, number, number, number, number][] = [
    [100, 1000, 130, 1000, 0.03548845046647473],
    [10, 100, 10, 100, 1],
    [1, 10, 9, 10, 0.00034661935113466686],
    [300, 3333, 420, 3333, 2.188759791431153e-6],
    [5, 1000, 50, 1000, 7.603454984274615e-10],
    [500, 1000, 100, 1000, 7.719934594295977e-85],
    [3, 7, 4, 9, 0.9493746789102278],
  ];
  for (const [a, n, b, m, p] of known) {
    for (const [index, found] of pValues(figures([a, n], [b, m]), 'clicks').entries()) {
      expect([index, found! / p]).toEqual([index, expect.closeTo(1, 9)]);
    }
  }
  const [best, second, third] = pValues(figures([130, 1000], [100, 1000], [90, 1000]), 'manual');
  expect(best).toBe(second);
  expect(third).toBeLessThan(second!);
  expect(pValues(figures([0, 10], [0, 20]), 'clicks')).toEqual([null, null]);
  expect(pValues(figures([0, 0], [3, 20]), 'clicks')).toEqual([null, null]);
  expect(pValues(figures([1, 10], [3, 20]), 'revenue')).toEqual([null, null]);
});
