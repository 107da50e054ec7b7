import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personKey } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { all, daysAgo, type Rule } from '../../support/segments.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const key = (email: string) => personKey(api.teamId, email);
const HOUR = 1 / 24;

/** How many subscribers of a list a rule matches. */
async function count(list: string, rule: Rule): Promise<number> {
  const { status, body } = await api.rest('POST', `/lists/${list}/segments/preview`, { conditions: all(rule) });
  expect(status).toBe(200);
  return body.data.subscribers_count;
}

const active = (days: number): Rule => ({ type: 'engagement', operator: 'active_within_days', value: days });
const inactive = (days: number): Rule => ({ type: 'engagement', operator: 'inactive_for_days', value: days });
const never: Rule = { type: 'engagement', operator: 'never_active' };

async function record(email: string, days: number, more: object = {}): Promise<void> {
  const event = { email, name: 'login', occurred_at: daysAgo(days), ...more };
  expect((await api.rest('POST', '/events', event)).status).toBeLessThan(300);
}

async function touch(email: string, days: number): Promise<void> {
  await api.db.touch.create({
    data: {
      ...{ teamId: api.teamId, personKey: key(email), kind: 'open', sender: 'campaign' },
      ...{ senderId: '01900000-0000-7000-8000-000000000001', at: new Date(daysAgo(days)) },
    },
  });
}

/** The stored roll-up, and the one computed from the events. */
async function rollUps() {
  const kept = await api.db.personEvents.findMany({ orderBy: [{ personKey: 'asc' }, { name: 'asc' }] });
  const counted = await api.db.$queryRaw`
    select team_id as "teamId", person_key::text as "personKey", name, count(*)::int as count,
           min(occurred_at) as "firstAt", max(occurred_at) as "lastAt"
    from events group by 1, 2, 3 order by 2, 3`;
  return { kept, counted };
}

async function connected(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  await work(client).finally(() => client.end());
}

const insertEvent = (client: pg.Client, email: string, days: number) =>
  client.query(
    `insert into events (team_id, id, person_key, name, occurred_at)
     values ($1, gen_random_uuid(), $2, 'login', now() - $3 * interval '24 hours')`,
    [api.teamId, key(email), days],
  );

describe('sums of events by person and name', () => {
  // It deletes and files events itself, which only triggers notice.
  test.skipIf(process.env.CITUS_URL)(
    'stay correct after old, future and repeated events, deletions and address changes',
    async () => {
      const { below, pick } = seededRandom(8);
      const emails = ['a@roll.test', 'b@roll.test', 'c@roll.test', 'd@roll.test'];
      for (let round = 0; round < 6; round += 1) {
        const events = Array.from({ length: 40 }, () => ({
          email: pick(emails),
          name: pick(['login', 'order', 'page.viewed']),
          occurred_at: daysAgo(below(800) - 0.9),
          ...(below(3) === 0 && { reference: `r${below(30)}` }),
        }));
        expect((await api.rest('POST', '/events', { events })).body.failed).toBe(0);
        const { kept, counted } = await rollUps();
        expect(kept.length).toBeGreaterThan(0);
        expect(kept).toEqual(counted);
      }
      const [first] = emails as [string];
      await api.db.event.deleteMany({ where: { personKey: key(first), name: 'login' } });
      await api.db.event.deleteMany({ where: { occurredAt: { lt: new Date(daysAgo(400)) } } });
      await api.db.event.updateMany({
        where: { personKey: key('b@roll.test'), name: 'order' },
        data: { personKey: key('c@roll.test') },
      });
      const { kept, counted } = await rollUps();
      expect(kept).toEqual(counted);
      await api.db.person.deleteMany({ where: { email: { endsWith: '@roll.test' } } });
      expect(await rollUps()).toEqual({ kept: [], counted: [] });
    },
  );

  test('count every event that parallel calls record for one person', async () => {
    const email = 'busy@parallel.test';
    await Promise.all(Array.from({ length: 40 }, (_, index) => record(email, index)));
    const batches = Array.from({ length: 6 }, (_, batch) =>
      api.rest('POST', '/events', {
        events: Array.from({ length: 50 }, (_, index) => ({
          email: `p${(index * 7 + batch * 13) % 20}@parallel.test`,
          name: index % 2 ? 'login' : 'order',
          occurred_at: daysAgo(index),
        })),
      }),
    );
    for (const { status, body } of await Promise.all(batches)) expect([status, body.failed]).toEqual([200, 0]);
    const { kept, counted } = await rollUps();
    expect(kept.find(({ personKey }) => personKey === key(email))).toMatchObject({ name: 'login', count: 40 });
    expect(kept).toEqual(counted);
  });
});

// Events and touches are written beside the program here, which only triggers notice.
describe.skipIf(process.env.CITUS_URL)('engagement rules are exact', () => {
  test('to the hour, although the stored time may be a day old', async () => {
    const list = await makeList(api);
    await subscribe(api, list, [{ email: 'hour@exact.test' }]);
    expect([await count(list, never), await count(list, active(3650))]).toEqual([1, 0]);
    await record('hour@exact.test', 10);
    expect([await count(list, active(9)), await count(list, active(10 + 1))]).toEqual([0, 1]);
    // Each is less than a day after the previous one, so the stored time does not change.
    await record('hour@exact.test', 10 - 13 * HOUR);
    await touch('hour@exact.test', 10 - 23 * HOUR);
    const kept = await api.db.subscriber.findFirstOrThrow({ where: { email: 'hour@exact.test' } });
    expect(kept.engagedAt?.getTime()).toBeLessThan(Date.parse(daysAgo(10)) + 3_600_000);
    expect([await count(list, active(9)), await count(list, inactive(9))]).toEqual([0, 1]);
    expect([await count(list, active(10)), await count(list, inactive(10))]).toEqual([1, 0]);
    await touch('hour@exact.test', 9 - HOUR);
    expect([await count(list, active(9)), await count(list, inactive(9))]).toEqual([1, 0]);
    // A late report of an earlier time changes nothing.
    await record('hour@exact.test', 200);
    expect([await count(list, active(9)), await count(list, active(8))]).toEqual([1, 0]);
  });

  test('for a person who becomes active again after some days', async () => {
    const list = await makeList(api);
    await subscribe(api, list, [{ email: 'again@exact.test' }]);
    await record('again@exact.test', 10);
    await record('again@exact.test', 2);
    expect([await count(list, active(3)), await count(list, inactive(3))]).toEqual([1, 0]);
  });

  test('for activity before joining, on every list, and after a removal', async () => {
    const [one, two] = [await makeList(api), await makeList(api)];
    await record('early@exact.test', 5);
    await record('opened@exact.test', 300);
    await touch('opened@exact.test', 3);
    for (const list of [one, two]) {
      await subscribe(api, list, [
        { email: 'early@exact.test' },
        { email: 'opened@exact.test' },
        { email: 'new@exact.test' },
      ]);
      expect([await count(list, active(4)), await count(list, active(6)), await count(list, never)]).toEqual([1, 2, 1]);
    }
    await api.db.event.deleteMany({ where: { personKey: key('early@exact.test') } });
    for (const list of [one, two]) expect([await count(list, active(6)), await count(list, never)]).toEqual([1, 2]);
    await record('early@exact.test', -0.5);
    for (const list of [one, two]) expect(await count(list, active(1))).toBe(1);
  });

  test('when a person joins while their event is being recorded, in either commit order', async () => {
    const list = await makeList(api);
    const email = 'race@exact.test';
    await record(email, 300);
    await connected(async (recording) => {
      await recording.query('begin');
      await insertEvent(recording, email, 2);
      await subscribe(api, list, [{ email }]);
      // Looked up while the stored time is uncertain.
      expect([await count(list, active(3)), await count(list, active(301))]).toEqual([0, 1]);
      await recording.query('commit');
      expect([await count(list, active(3)), await count(list, never)]).toEqual([1, 0]);
    });
    await record(email, 1.5);
    const kept = await api.db.subscriber.findFirstOrThrow({ where: { listId: list, email } });
    expect(kept.engagedAt?.getFullYear()).toBeLessThan(9999);
    expect([await count(list, active(1)), await count(list, active(2))]).toEqual([0, 1]);
  });

  test('when an event is recorded while its person joins', async () => {
    const list = await makeList(api);
    const email = 'joining@exact.test';
    await record(email, 300);
    await connected((joining) =>
      connected(async (recording) => {
        await joining.query('begin');
        await joining.query(
          `insert into subscribers (team_id, id, list_id, person_key, email, status)
           values ($1, gen_random_uuid(), $2, $3, $4, 'subscribed')`,
          [api.teamId, list, key(email), email],
        );
        const { rows } = await recording.query('select pg_backend_pid() as pid');
        const recorded = insertEvent(recording, email, 2);
        await until(async () => {
          const [waiting] = await api.db.$queryRaw<unknown[]>`
            select from pg_stat_activity where pid = ${rows[0].pid}::int and wait_event_type = 'Lock'`;
          return waiting !== undefined;
        });
        await joining.query('commit');
        await recorded;
      }),
    );
    expect([await count(list, active(3)), await count(list, active(1))]).toEqual([1, 0]);
  });
});
