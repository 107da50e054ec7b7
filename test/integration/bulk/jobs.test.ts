import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setTeamStatus } from '../../../src/domain/platform/teams.ts';
import { type RunningJobs, startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribeMany } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { sseClient } from '../../support/sse.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let worker: RunningJobs;
let list: string;
beforeAll(async () => {
  api = await openTestApp({ databasePool: 12 });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  worker = startJobs(api.installation);
});
afterAll(async () => {
  await worker.stop();
  await api.close();
});
beforeEach(async () => {
  list = await makeList(api);
});

const start = (body: object, options = {}) => api.rest('POST', '/jobs', body, options);
const read = async (id: string) => (await api.rest('GET', `/jobs/${id}`)).body.data;

/** Starts a job and waits for its end. */
async function run(body: object) {
  const { status, body: answer } = await start(body);
  expect(status, JSON.stringify(answer)).toBe(202);
  await until(async () => (await read(answer.data.id)).finished_at !== null);
  return read(answer.data.id);
}

const people = async (of: string, query = '') =>
  (await api.rest('GET', `/lists/${of}/subscribers?per_page=100${query}`)).body;

describe('a job', () => {
  test('changes every person of a list, in the background', async () => {
    await subscribeMany(api, list, rowsOf(1_201));
    const { status, body } = await start({ change: { add_tags: ['Spring', 'Sale'] }, people: { filter: { list } } });
    expect(status).toBe(202);
    expect(body.data).toMatchObject({
      ...{ action: 'add_tags', status: 'waiting', total: 1_201, processed: 0, changed: 0 },
      change: { add_tags: ['Spring', 'Sale'], remove_tags: null, set_attribute: null, subscribe: null, delete: null },
    });
    await until(async () => (await read(body.data.id)).finished_at !== null);
    expect(await read(body.data.id)).toMatchObject({
      ...{ status: 'completed', processed: 1_201, changed: 1_201, failed: 0, failures: [], failure_reason: null },
      started_at: expect.any(String),
    });
    expect((await people(list, '&tag=Sale')).meta.total).toBe(1_201);
  });

  test('leaves out those who need no change, and people outside the choice', async () => {
    const elsewhere = await makeList(api, { name: 'Elsewhere' });
    await subscribeMany(api, elsewhere, rowsOf(2, 'other'));
    await subscribeMany(api, list, [...rowsOf(3, 'new'), { email: 'had@shop.example', tags: ['VIP'] }]);
    const done = await run({ change: { add_tags: ['VIP'] }, people: { filter: { list } } });
    expect(done).toMatchObject({ total: 4, processed: 4, changed: 3 });
    expect((await people(elsewhere, '&tag=VIP')).meta.total).toBe(0);
    expect(await run({ change: { remove_tags: ['vip'] }, people: { filter: { tag: 'VIP' } } })).toMatchObject({
      changed: 4,
    });
  });

  test('takes a segment, filters, ids, words, or everybody', async () => {
    await subscribeMany(api, list, [
      { email: 'ada@shop.example', first_name: 'Ada', attributes: { city: 'Porto' } },
      { email: 'bo@shop.example', first_name: 'Bo', attributes: { city: 'Rome' } },
    ]);
    const [, first] = (await people(list)).data;
    const rule = { type: 'email', operator: 'contains', value: 'bo@' };
    const segment = await api.rest('POST', `/lists/${list}/segments`, {
      name: 'Bo',
      conditions: { operator: 'and', rules: [rule] },
    });
    const counted = async (chosen: object) => {
      const { status, body } = await start({ change: { delete: true }, dry_run: true, people: chosen });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.data.total;
    };
    expect(await counted({ filter: { segment: segment.body.data.id } })).toBe(1);
    expect(await counted({ filter: { list: list, field: 'city', field_value: 'porto' } })).toBe(1);
    expect(await counted({ subscribers: [first.id] })).toBe(1);
    expect(await counted({ filter: { list: list, search: 'ada' } })).toBe(1);
    expect(await counted({ filter: { list: list, status: 'unsubscribed' } })).toBe(0);
    expect(await counted({ everybody: true })).toBeGreaterThanOrEqual(2);
    expect((await people(list)).meta.total).toBe(2);
  });

  test('sets and removes an attribute', async () => {
    await subscribeMany(api, list, rowsOf(3));
    const choice = { filter: { list } };
    await run({ change: { set_attribute: { key: 'plan', value: 'pro' } }, people: choice });
    expect((await people(list)).data.map(({ attributes }: { attributes: object }) => attributes)).toEqual(
      Array(3).fill({ plan: 'pro' }),
    );
    const again = await run({ change: { set_attribute: { key: 'plan', value: 'pro' } }, people: choice });
    expect(again).toMatchObject({ processed: 3, changed: 0 });
    await run({ change: { set_attribute: { key: 'plan' } }, people: choice });
    expect((await people(list)).data[0].attributes).toEqual({});
  });

  test('subscribes people to another list, and says why it did not', async () => {
    const to = await makeList(api, { name: 'Club' });
    await subscribeMany(api, list, [
      { email: 'ada@club.example', first_name: 'Ada' },
      { email: 'left@club.example' },
      { email: 'blocked@club.example' },
      { email: 'there@club.example', first_name: 'New' },
    ]);
    await subscribeMany(api, to, [{ email: 'left@club.example' }, { email: 'there@club.example', first_name: 'Old' }]);
    const [left] = (await people(to, '&email=left@club.example')).data;
    await api.rest('POST', `/subscribers/${left.id}/unsubscribe`);
    await api.rest('POST', '/suppressions', { email: 'blocked@club.example' });
    const done = await run({ change: { subscribe: { list: to } }, people: { filter: { list } } });
    expect(done).toMatchObject({ processed: 4, changed: 1, failed: 2 });
    expect(done.failures).toHaveLength(2);
    const there = (await people(to)).data as { email: string; first_name: string | null }[];
    expect(there.find(({ email }) => email.startsWith('ada'))).toMatchObject({ first_name: 'Ada' });
    expect(there.find(({ email }) => email.startsWith('there'))).toMatchObject({ first_name: 'Old' });
    const again = await run({ change: { subscribe: { list: to, resubscribe: true } }, people: { filter: { list } } });
    expect(again).toMatchObject({ changed: 1, failed: 1 });
  });

  test('unsubscribes, suppresses and deletes', async () => {
    await subscribeMany(api, list, rowsOf(3, 'gone'));
    const choice = { filter: { list } };
    expect(await run({ change: { unsubscribe: true }, people: choice })).toMatchObject({ changed: 3 });
    expect((await people(list, '&status=unsubscribed')).meta.total).toBe(3);
    expect(await run({ change: { suppress: true }, people: choice })).toMatchObject({ changed: 3 });
    const { body } = await api.rest('GET', `/suppressions?email=${(await people(list)).data[0].email}`);
    expect(body.data).toMatchObject([{ reason: 'manual' }]);
    expect(await run({ change: { delete: true }, people: choice })).toMatchObject({ changed: 3 });
    expect((await people(list)).meta.total).toBe(0);
  });

  test('leaves people alone who come after its start', async () => {
    await worker.stop();
    await subscribeMany(api, list, rowsOf(2));
    const { body } = await start({ change: { add_tags: ['Early'] }, people: { filter: { list } } });
    await subscribeMany(api, list, rowsOf(2, 'late'));
    worker = startJobs(api.installation);
    await until(async () => (await read(body.data.id)).finished_at !== null);
    expect((await people(list, '&tag=Early')).meta.total).toBe(2);
  });

  test('can be cancelled, and not after its end', async () => {
    await worker.stop();
    await subscribeMany(api, list, rowsOf(2));
    const { body } = await start({ change: { delete: true }, people: { filter: { list } } });
    const cancelled = await api.rest('POST', `/jobs/${body.data.id}/cancel`);
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled', processed: 0 });
    worker = startJobs(api.installation);
    expect((await api.rest('POST', `/jobs/${body.data.id}/cancel`)).status).toBe(200);
    const done = await run({ change: { add_tags: ['x'] }, people: { filter: { list } } });
    expect((await api.rest('POST', `/jobs/${done.id}/cancel`)).status).toBe(409);
    expect((await people(list)).meta.total).toBe(2);
  });

  test('goes on when its worker died', async () => {
    await worker.stop();
    await subscribeMany(api, list, rowsOf(2));
    const { body } = await start({ change: { add_tags: ['Late'] }, people: { filter: { list } } });
    await api.db.$executeRaw`delete from graphile_worker._private_jobs where key like ${`%${body.data.id}`}`;
    await api.db.bulkUpdate.updateMany({ data: { leaseUntil: new Date(0) }, where: { id: body.data.id } });
    worker = startJobs(api.installation);
    await until(async () => (await read(body.data.id)).status === 'completed');
    expect((await people(list, '&tag=Late')).meta.total).toBe(2);
  });

  test('stops when a tag, field or segment of its choice changes meanwhile', async () => {
    await worker.stop();
    await subscribeMany(api, list, [{ email: 'vip@shop.example', tags: ['Gold'] }, { email: 'other@shop.example' }]);
    const rule = { type: 'tags', operator: 'has_none', value: ['Gold'] };
    const segment = await api.rest('POST', `/lists/${list}/segments`, {
      name: 'No gold',
      conditions: { operator: 'and', rules: [rule] },
    });
    expect(segment.status, JSON.stringify(segment.body)).toBe(201);
    const { body } = await start({ change: { delete: true }, people: { filter: { segment: segment.body.data.id } } });
    expect(body.data.total).toBe(1);
    const { tags } = await ask(api, '{ tags(search: "Gold") { nodes { id } } }');
    await api.rest('PATCH', `/tags/${tags.nodes[0].id}`, { name: 'Platinum' });
    worker = startJobs(api.installation);
    await until(async () => (await read(body.data.id)).finished_at !== null);
    expect(await read(body.data.id)).toMatchObject({
      ...{ status: 'failed', processed: 0 },
      failure_reason: 'A tag, contact field or segment of the choice has changed. Check the people, then start again.',
    });
    expect((await people(list)).meta.total).toBe(2);
  });

  test('leaves out people who no longer match when it reaches them', async () => {
    await subscribeMany(api, list, [{ email: 'back@shop.example' }]);
    const [{ id }] = (await people(list)).data;
    await api.rest('POST', `/subscribers/${id}/unsubscribe`);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const other = api.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`update subscribers set status = 'subscribed' where id = ${id}::uuid`;
        await held;
      },
      { timeout: 20_000 },
    );
    const { body } = await start({ change: { delete: true }, people: { filter: { list, status: 'unsubscribed' } } });
    const watcher = new pg.Client({ connectionString: api.databaseUrl });
    await watcher.connect();
    await until(async () => (await lockWaits(watcher, 'subscribers')) > 0);
    await watcher.end();
    release();
    await other;
    await until(async () => (await read(body.data.id)).finished_at !== null);
    expect(await read(body.data.id)).toMatchObject({ status: 'completed', processed: 1, changed: 0 });
    expect((await people(list)).meta.total).toBe(1);
  });

  test('is done once by workers side by side', async () => {
    await subscribeMany(api, list, rowsOf(1_600, 'shared'));
    const others = [startJobs(api.installation), startJobs(api.installation)];
    const done = await run({ change: { add_tags: ['Once'] }, people: { filter: { list } } });
    await Promise.all(others.map((one) => one.stop()));
    expect(done).toMatchObject({ processed: 1_600, changed: 1_600 });
  });

  test('waits while its team is suspended', async () => {
    await worker.stop();
    await subscribeMany(api, list, rowsOf(2));
    const { body } = await start({ change: { delete: true }, people: { filter: { list } } });
    const { id: team } = (await api.rest('GET', '/team')).body.data;
    await setTeamStatus(api.db, team, 'suspended');
    worker = startJobs(api.installation);
    await until(async () => {
      const jobs = await api.db.$queryRaw<
        object[]
      >`select from graphile_worker.jobs where key like ${`%${body.data.id}`}`;
      return jobs.length === 0;
    });
    await setTeamStatus(api.db, team, 'active');
    expect(await read(body.data.id)).toMatchObject({ status: 'waiting', processed: 0 });
    await api.db.bulkUpdate.updateMany({ data: { leaseUntil: new Date(0) }, where: { id: body.data.id } });
    await until(async () => (await read(body.data.id)).status === 'completed');
  });

  test('ends when a person is erased whom it names', async () => {
    await worker.stop();
    const { body } = await start({ change: { delete: true }, people: { filter: { search: 'Ada@Shop.example' } } });
    await api.rest('POST', '/people/erase', { email: 'ada@shop.example' });
    expect(await read(body.data.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'It named a person who was erased.',
      change: { delete: true },
    });
    const row = await api.db.bulkUpdate.findFirstOrThrow({ where: { id: body.data.id } });
    expect(row).toMatchObject({ people: null, settings: {} });
    worker = startJobs(api.installation);
  });

  test('keeps no words about people after its end', async () => {
    const { id } = await run({ change: { add_tags: ['x'] }, people: { filter: { search: 'ada@shop.example' } } });
    expect(await api.db.bulkUpdate.findFirstOrThrow({ where: { id } })).toMatchObject({
      ...{ people: null, settings: { tags: ['x'] } },
    });
    const set = await run({
      change: { set_attribute: { key: 'note', value: 'ada@shop.example' } },
      people: { filter: { list } },
    });
    expect(set.change.set_attribute).toEqual({ key: 'note', value: null });
  });

  test('shows its list to GraphQL clients', async () => {
    const { id } = await run({ change: { subscribe: { list } }, people: { filter: { list } } });
    const query =
      '($id: ID!) { bulkUpdate(id: $id) { action change { subscribe { list { id } resubscribe } addTags } } }';
    expect((await ask(api, `query ${query}`, { id })).bulkUpdate).toEqual({
      action: 'SUBSCRIBE',
      change: { subscribe: { list: { id: list }, resubscribe: false }, addTags: null },
    });
  });

  test('is shown live to GraphQL clients until it ends', async () => {
    await subscribeMany(api, list, rowsOf(1_001));
    const started = await ask(
      api,
      'mutation ($input: StartBulkUpdateInput!) { startBulkUpdate(input: $input) { total bulkUpdate { id status } } }',
      { input: { change: { addTags: ['Live'] }, people: { filter: { listId: list } } } },
    );
    expect(started.startBulkUpdate.total).toBe(1_001);
    const { port } = api.app.server.address() as { port: number };
    const { client } = sseClient(`http://127.0.0.1:${port}/graphql`, api.readToken);
    const query = 'subscription ($id: ID!) { bulkUpdateProgressed(id: $id) { status processed } }';
    const seen: unknown[] = [];
    for await (const { data } of client.iterate({ query, variables: { id: started.startBulkUpdate.bulkUpdate.id } }))
      seen.push(data?.bulkUpdateProgressed);
    expect(seen.at(-1)).toEqual({ status: 'COMPLETED', processed: 1_001 });
  });
});

describe('a job is refused', () => {
  const everybody = { everybody: true };
  const gone = { delete: true };
  const sized = (value: unknown, key = 'size') => ({ set_attribute: { key, value } });

  test.each([
    ['without a change', { people: everybody }, 'change'],
    ['with a change that names no action', { change: {}, people: everybody }, 'change'],
    ['with two actions', { change: { ...gone, suppress: true }, people: everybody }, 'change'],
    ['with an action that is off', { change: { delete: false }, people: everybody }, 'change.delete'],
    ['without people', { change: gone }, 'people'],
    ['without a choice of people', { change: gone, people: {} }, 'people'],
    ['with an empty filter', { change: gone, people: { filter: {} } }, 'people.filter'],
    ['with two choices', { change: gone, people: { everybody: true, filter: { tag: 'x' } } }, 'people'],
    [
      'for a list that does not exist',
      { change: gone, people: { filter: { list: crypto.randomUUID() } } },
      'people.filter.list',
    ],
    ['for an unknown field', { change: gone, people: { filter: { field: 'nothing' } } }, 'people.filter.field'],
    ['without its tags', { change: { add_tags: [] }, people: everybody }, 'change.add_tags'],
    ['without its list', { change: { subscribe: {} }, people: everybody }, 'change.subscribe.list'],
    [
      'with an unknown list',
      { change: { subscribe: { list: crypto.randomUUID() } }, people: everybody },
      'change.subscribe.list',
    ],
    ['with a blank value', { change: sized(' '), people: everybody }, 'change.set_attribute.value'],
    [
      'with a value that cannot be stored',
      { change: sized('a\u0000b'), people: everybody },
      'change.set_attribute.value',
    ],
    ['with half a character', { change: sized('\ud800'), people: everybody }, 'change.set_attribute.value'],
    ['with a reserved attribute', { change: sized('x', 'email'), people: everybody }, 'change.set_attribute.key'],
    ['with a value that is no value', { change: sized([1]), people: everybody }, 'change.set_attribute.value'],
  ])('%s', async (_, body, field) => {
    const { status, body: answer } = await start(body);
    expect(status, JSON.stringify(answer)).toBe(422);
    expect(Object.keys(answer.errors)).toEqual([field]);
    expect(
      (await api.rest('GET', '/jobs')).body.data.every(({ status: one }: { status: string }) => one !== 'waiting'),
    ).toBe(true);
  });

  test('to a read token', async () => {
    const { status } = await start({ change: { delete: true }, people: { everybody: true } }, { token: api.readToken });
    expect(status).toBe(403);
  });

  test('to other teams', async () => {
    const { id } = await run({ change: { add_tags: ['x'] }, people: { filter: { list } } });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
    ] as const)
      expect((await api.rest(method, `/jobs/${id}${path}`, undefined, { token: api.otherToken })).status).toBe(404);
    const theirs = await start({ change: { delete: true }, people: { filter: { list } } }, { token: api.otherToken });
    expect(theirs.status).toBe(422);
  });
});
