import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, inTransaction } from '../../../src/database/connect.ts';
import { Gate, type GateSlot } from '../../../src/delivery/gate/gate.ts';
import { RetryDelays } from '../../../src/delivery/gate/retry-delays.ts';
import { Routes } from '../../../src/delivery/gate/routes.ts';
import type { SendOutcome } from '../../../src/domain/transports/record-outcomes.ts';
import { checkRoutes } from '../../../src/domain/transports/route-conditions.ts';
import type { SendRoute } from '../../../src/domain/transports/send-route.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { awayFromMidnight } from '../../support/midnight.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.sendingPause.deleteMany();
  await api.rest('PATCH', `/transports/${(await create({ is_default: true })).id}`, { is_default: false });
});

// biome-ignore lint/suspicious/noExplicitAny: a test looks into what came back
const create = async (input: object = {}): Promise<any> => {
  const { body } = await api.rest('POST', '/transports', { name: 'Bulk', host: 'smtp.shop.example', ...input });
  return body.data;
};

/** The routes and their conditions in one process. */
function startProcess(db: Database = api.installation.connection.db) {
  const routes = new Routes(db);
  const delays = new RetryDelays();
  const resolve = async (transportId: string | null, domain = 'people.test', teamId = api.teamId) =>
    (await routes.resolve([{ teamId, transportId, domain }]))[0] as SendRoute;
  return {
    resolve,
    /** Seconds until the route's pause ends. */
    pauseOf: (route: SendRoute) => routes.table.pauses.of(route, true)?.seconds ?? 0,
    /** The gate of a route by a transport with five connections. */
    gateOf: (route: SendRoute) => {
      const most = routes.table.domainLimit(route)?.connections ?? 5;
      return new Gate(() => ({ most, connections: 5 }));
    },
    /** The delays of the messages, admitted ones (0) first. */
    admit: async (transportId: string | null, domains: string[], isBulk = true) => {
      const messages = await Promise.all(
        domains.map(async (domain) => ({ route: await resolve(transportId, domain) })),
      );
      const { open, waiting } = await checkRoutes(messages, { db, table: routes.table, isBulk, takes: true });
      const later = waiting.map(({ message, wait }) => delays.afterClaim(message.route, isBulk, wait));
      return [...open.map(() => 0), ...later].sort((a, b) => a - b);
    },
    note: (...notes: SendOutcome[]) => routes.record(notes),
  };
}

const many = (count: number, domain = 'people.test') => Array<string>(count).fill(domain);
const going = (delays: number[]) => delays.filter((delay) => delay === 0).length;

describe('the route of a message', () => {
  test("is its own transport, else the team's default, else the installation's", async () => {
    const named = await create();
    const standard = await create({ is_default: true });
    const { resolve } = startProcess();
    const { id: other } = await api.db.team.findFirstOrThrow({ where: { id: { not: api.teamId } } });
    expect((await resolve(named.id)).transportId).toBe(named.id);
    expect((await resolve(null)).transportId).toBe(standard.id);
    expect((await resolve(null, 'people.test', other)).transportId).toBeNull();
    expect((await resolve(UNKNOWN_ID)).transportId).toBe(standard.id);
  });

  test('follows a new or deleted transport at once', async () => {
    const { resolve } = startProcess();
    expect((await resolve(null)).transportId).toBeNull();
    const { id } = await create();
    expect((await resolve(id)).transportId).toBe(id);
    await api.rest('DELETE', `/transports/${id}`);
    expect((await startProcess().resolve(id)).transportId).toBeNull();
  });
});

describe('a limit of messages a minute', () => {
  test('is shared by all processes, and spreads waiting messages at its rate', async () => {
    const { id } = await create({ messages_per_minute: 6 });
    const [one, other] = [startProcess(), startProcess()];
    const delays = (await Promise.all([one.admit(id, many(10)), other.admit(id, many(10))])).flat();
    expect(going(delays)).toBe(1);
    const turns = delays.filter((delay) => delay > 0).sort((a, b) => a - b);
    const gaps = turns.slice(1).map((turn, index) => turn - turns[index]!);
    expect(Math.min(...gaps)).toBeGreaterThan(5);
    expect(turns.at(-1)).toBeGreaterThan(170);
    expect(turns.at(-1)).toBeLessThan(210);
  });

  test("refills with time, up to two seconds' worth", async () => {
    const { id } = await create({ messages_per_minute: 300 });
    // The database's clock stops during a transaction.
    await inTransaction(api.installation.connection.db, async (db) => {
      const { admit } = startProcess(db);
      const later = (seconds: number) =>
        db.$executeRaw`update send_budgets set refilled_at = refilled_at - make_interval(secs => ${seconds})`;
      await admit(id, many(30));
      await later(1);
      expect(going(await admit(id, many(30)))).toBe(5);
      await later(3600);
      expect(going(await admit(id, many(30)))).toBe(10);
    });
  });

  test.each([1, 6, 60, 600])('of %i lets urgent e-mail go before a waiting campaign', async (messages_per_minute) => {
    const { id } = await create({ messages_per_minute });
    await inTransaction(api.installation.connection.db, async (db) => {
      const { admit } = startProcess(db);
      const later = (seconds: number) =>
        db.$executeRaw`update send_budgets set refilled_at = refilled_at - make_interval(secs => ${seconds})`;
      const [most, step] = [Math.max(1, messages_per_minute / 30), 60 / messages_per_minute];
      await admit(id, many(1));
      await later(3600);
      expect(going(await admit(id, many(500)))).toBe(most);
      expect((await admit(id, many(2), false)).map(Math.round)).toEqual([step, 2 * step].map(Math.round));
      await later(3600);
      expect(going(await admit(id, many(10)))).toBe(0); // the urgent ones are not back yet
      expect(going(await admit(id, many(2), false))).toBe(Math.min(2, most));
      await db.$executeRaw`update send_budgets set urgent_until = now() - interval '3 seconds'`;
      await later(3600);
      expect(going(await admit(id, many(500)))).toBe(most);
    });
  });

  test('of a recipient domain does not affect other domains', async () => {
    const domain_limits = [{ domain: 'slow.test', messages_per_minute: 1 }];
    const { id } = await create({ domain_limits });
    const { admit } = startProcess();
    const delays = await admit(id, [...many(5, 'slow.test'), ...many(5)]);
    expect(going(delays)).toBe(6);
    expect(delays.at(-1)).toBeGreaterThan(200);
  });

  test("of a domain is not used up by messages over the transport's limit", async () => {
    const domain_limits = [{ domain: 'half.test', messages_per_minute: 600 }];
    const { id } = await create({ messages_per_minute: 1, domain_limits });
    const { admit } = startProcess();
    expect(going(await admit(id, many(1)))).toBe(1);
    expect(going(await admit(id, many(5, 'half.test')))).toBe(0);
    await api.rest('PATCH', `/transports/${id}`, { messages_per_minute: null });
    expect(going(await startProcess().admit(id, many(1, 'half.test')))).toBe(1);
  });

  test('messages are checked again within an hour', async () => {
    const { id } = await create({ messages_per_minute: 1 });
    const { admit } = startProcess();
    expect(Math.max(...(await admit(id, many(200))))).toBeLessThan(3600 * 1.3);
    expect(Math.max(...(await admit(id, many(200))))).toBeLessThan(3600 * 1.3);
  });
});

describe('a warm-up', () => {
  const today = (shift = 0) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);

  beforeEach(awayFromMidnight);

  test("allows the day's limit over all processes, and shows it", async () => {
    const { id } = await create({ warm_up_started_on: today() });
    const [one, other] = [startProcess(), startProcess()];
    const delays = (await Promise.all([one.admit(id, many(40)), other.admit(id, many(40))])).flat();
    expect(going(delays)).toBe(50);
    expect((await api.rest('GET', `/transports/${id}`)).body.data).toMatchObject({ daily_limit: 50, sent_today: 50 });
    await api.db.$executeRaw`update send_budgets set day = day - 1`;
    expect(going(await one.admit(id, many(1)))).toBe(1);
  });

  test('grows from day to day and ends', async () => {
    const { id } = await create({ warm_up_started_on: today(-1) });
    expect(going(await startProcess().admit(id, many(120)))).toBe(100);
    await api.rest('PATCH', `/transports/${id}`, { warm_up_started_on: today(-15) });
    expect(going(await startProcess().admit(id, many(120)))).toBe(120);
  });
});

describe('a sending pause', () => {
  const failed = (route: SendRoute, more: Partial<SendOutcome> = {}): SendOutcome => ({
    ...{ route, outcome: 'deferred', reason: '451 <ann@slow.test> later', cause: 'recipient', ...more },
  });
  const taken = (route: SendRoute, seconds = 0.1): SendOutcome => ({ route, outcome: 'accepted', seconds });
  const times = (count: number, note: SendOutcome) => Array<SendOutcome>(count).fill(note);
  const shown = async () => (await api.rest('GET', '/sending-pauses')).body.data;
  const pass = () =>
    api.db
      .$executeRaw`update sending_pauses set paused_until = now() - interval '1 second' where paused_until is not null`;

  test('begins in every process after five consecutive failures of a domain, and names no address', async () => {
    const { id } = await create();
    const [one, other] = [startProcess(), startProcess()];
    const route = await one.resolve(id, 'slow.test');
    await one.note(...times(4, failed(route)), taken(route), ...times(4, failed(route)));
    expect(one.pauseOf(route)).toBe(0);
    await other.note(failed(route));
    expect(other.pauseOf(route)).toBeGreaterThan(0);
    expect(await shown()).toMatchObject([{ transport: id, domain: 'slow.test', failures: 5, reason: '451 <…> later' }]);
    const delays = await startProcess().admit(id, [...many(2, 'slow.test'), ...many(2)]);
    expect(delays.map((delay) => delay > 0 && delay < 20)).toEqual([false, false, true, true]);
  });

  test('gets longer each time, and ends with a success', async () => {
    const { id } = await create();
    const { note, pauseOf, resolve } = startProcess();
    const route = await resolve(id, 'slow.test');
    await note(...times(5, failed(route)));
    for (const seconds of [60, 300, 900, 3600, 3600]) {
      await note(failed(route)); // a message still in delivery does not lengthen it
      await pass();
      await note(failed(route));
      expect(Math.round(pauseOf(route) / 10)).toBe(seconds / 10);
    }
    await note(taken(route));
    expect([pauseOf(route), await shown()]).toEqual([0, []]);
  });

  test('of a whole transport begins after failures of its server, and ends with any answer', async () => {
    const { id } = await create();
    const { note, pauseOf, resolve, admit } = startProcess();
    const [route, elsewhere] = [await resolve(id, 'slow.test'), await resolve(id, 'other.test')];
    await note(...times(5, failed(route, { cause: 'server', reason: 'The mail server refused the login (535).' })));
    expect(Math.round(pauseOf(elsewhere))).toBe(5);
    expect(going(await admit(id, many(3)))).toBe(0);
    expect(await shown()).toMatchObject([{ domain: null, reason: 'The mail server refused the login (535).' }]);
    expect(going(await admit(null, many(3)))).toBe(3);
    await pass();
    await note(failed(route, { cause: 'server', reason: 'The mail server could not be reached (ECONNREFUSED).' }));
    expect(Math.round(pauseOf(elsewhere))).toBe(15);
    await note({ route: elsewhere, outcome: 'refused', reason: '550 no such user' });
    expect(await shown()).toEqual([]);
  });

  test('begins at once for a throttling server, and does not get longer while it accepts e-mails', async () => {
    const { note, pauseOf, resolve } = startProcess();
    const route = await resolve(null, 'slow.test');
    for (let time = 0; time < 3; time += 1) {
      await note(taken(route, 30));
      expect(Math.round(pauseOf(route) / 10)).toBe(6);
      await pass();
    }
    expect(await shown()).toMatchObject([
      { transport: null, reason: 'The server took 30 seconds to accept a message.' },
    ]);
    await note(taken(route));
    expect(await shown()).toEqual([]);
  });

  test('neither begins nor ends with permanent refusals', async () => {
    const { note, pauseOf, resolve } = startProcess();
    const route = await resolve(null, 'strict.test');
    await note(...times(9, { route, outcome: 'refused', reason: '550 no such user' }));
    expect(pauseOf(route)).toBe(0);
    await note(...times(5, failed(route, { outcome: 'undecided' })), { route, outcome: 'refused', reason: '550' });
    expect(pauseOf(route)).toBeGreaterThan(5);
  });

  test('can be ended by a user', async () => {
    const one = startProcess();
    const route = await one.resolve(null, 'slow.test');
    await one.note(...times(5, failed(route)));
    const [{ id }] = await shown();
    await api.rest('DELETE', `/sending-pauses/${id}`);
    const other = startProcess();
    await other.resolve(null);
    expect(other.pauseOf(route)).toBe(0);
  });
});

describe('the messages to one domain', () => {
  const enter = async (gate: Gate) => {
    const place = await gate.enter(false);
    if (typeof place === 'number') throw new Error(`sent away for ${place} s`);
    place.begin();
    return place;
  };
  /** How many find a place before one of them has left it; they leave it then, taken or not. */
  async function atOnce(gate: Gate, taken: boolean): Promise<number> {
    const places: GateSlot[] = [];
    const entering = Array.from({ length: 8 }, () => gate.enter(false));
    for (const one of entering) one.then((place) => typeof place === 'object' && places.push(place));
    await new Promise(setImmediate);
    const together = places.length;
    for (let left = 0; left < entering.length; left += 1) {
      const place = await entering[left]!;
      if (typeof place === 'object') {
        place.begin();
        place.leave(taken);
      }
    }
    return together;
  }

  test('start with one connection, gain all with accepted messages, and lose them with deferrals', async () => {
    const { gateOf, resolve } = startProcess();
    const gate = gateOf(await resolve(null));
    expect(await atOnce(gate, true)).toBe(1);
    expect(await atOnce(gate, false)).toBe(5);
    expect(await atOnce(gate, true)).toBe(1);
    expect(await atOnce(gateOf(await resolve(null, 'other.test')), true)).toBe(1);
  });

  test("use at most the domain's connections; a few wait for one, and the others are delayed", async () => {
    const { id } = await create({ domain_limits: [{ domain: 'narrow.test', connections: 1 }] });
    const { gateOf, resolve } = startProcess();
    const gate = gateOf(await resolve(id, 'narrow.test'));
    for (let time = 0; time < 3; time += 1) (await enter(gate)).leave(true);
    const place = await enter(gate);
    const waiting = [gate.enter(false), gate.enter(false)];
    const sentAway = await gate.enter(false);
    expect(sentAway).toBeGreaterThan(0.9);
    expect(await gate.enter(false)).toBeGreaterThan(sentAway as number);
    expect(gate.delayFor(false)).toBeGreaterThan(0.9);
    place.leave(true);
    const next = await waiting[0]!;
    expect(next).toBeTypeOf('object');
    gate.sendAway();
    expect(await waiting[1]!).toBeTypeOf('number');
  });
});

test('urgent messages to a domain go first, even if many others wait', async () => {
  const { id } = await create({ domain_limits: [{ domain: 'narrow.test', connections: 1 }] });
  const { gateOf, resolve } = startProcess();
  const gate = gateOf(await resolve(id, 'narrow.test'));
  const place = await gate.enter(false);
  const order: string[] = [];
  const enter = async (urgency: 'urgent' | 'bulk') => {
    const slot = await gate.enter(urgency === 'urgent');
    if (typeof slot === 'number') return order.push(`${urgency} sent away`);
    order.push(urgency);
    slot.leave(true);
    return 0;
  };
  const all = [enter('bulk'), enter('bulk'), enter('bulk'), enter('urgent'), enter('urgent')];
  await all[2];
  expect(gate.delayFor(false)).toBeGreaterThan(0);
  if (typeof place === 'object') place.leave(true);
  await Promise.all(all);
  expect(order).toEqual(['bulk sent away', 'urgent', 'urgent', 'bulk', 'bulk']);
});

test('without a limit or a current pause there is no query', async () => {
  const { id } = await create();
  const { admit, note, resolve } = startProcess();
  await create({ messages_per_minute: 1 });
  const route = await resolve(id);
  const statements = await api.statements(async () => {
    expect(going(await admit(id, many(50)))).toBe(50);
    await note({ route, outcome: 'accepted' }, { route, outcome: 'refused', reason: '550 no such user' });
  });
  expect(statements).toEqual([]);
});
