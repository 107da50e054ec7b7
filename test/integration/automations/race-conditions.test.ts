import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processSignals } from '../../../src/domain/automations/runs/process-signals.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribeMany } from '../../support/audience.ts';
import { importCsv } from '../../support/csv.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import {
  activate,
  addressOf,
  enter,
  HOUR,
  pathOf,
  readRun,
  readState,
  record,
  tag,
  wrongFigures,
} from '../../support/running.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/worker-loops.ts';

/** How often each writes in the crowd. `AUTOMATION_ROUNDS=40` looks longer. */
const ROUNDS = Number(process.env.AUTOMATION_ROUNDS ?? 8);

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({ databasePool: 20 });
});
afterAll(() => api.close());

const ORDER = { id: 'order', type: 'wait_for', event: { name: 'order' }, timeout: 'P1D', then: [], else: [] };

test('an event recorded while a worker looks at the run without seeing it advances the run when the worker is done', async () => {
  const run = await enter(api, await activate(api, { steps: [ORDER] }), 'ann');
  const [worker, watch] = [new pg.Client(api.databaseUrl), new pg.Client(api.databaseUrl)];
  await Promise.all([worker.connect(), watch.connect()]);
  try {
    await worker.query('update automation_runs set due_at = now() where id = $1', [run]);
    await worker.query('begin');
    await worker.query('select from automation_runs where team_id = $1 and id = $2 for update', [api.teamId, run]);
    await record(api, 'ann', 'order');
    const processing = processSignals(api.db, api.installation.log);
    await until(async () => (await lockWaits(watch)) > 0);
    await worker.query('update automation_runs set due_at = wait_until where id = $1', [run]);
    await worker.query('commit');
    await processing;
  } finally {
    await Promise.all([worker.end(), watch.end()]);
  }
  expect(await readState(api, run)).toBe('completed');
  expect(pathOf(await readRun(api, run))).toEqual(['order then']);
});

test('fifty simultaneous events of a person and three workers make one run, unless each event may start one', async () => {
  const ids = [];
  for (const again of ['never', 'after_end', 'always']) {
    ids.push(await activate(api, { trigger: { type: 'event', name: 'cart' }, entry: { again }, steps: [HOUR] }));
  }
  const workers = startWorkers(api, 3);
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 50 }, () => record(api, `r${round}`, 'cart')));
  }
  await workers.stop();
  expect(workers.warnings).toEqual([]);
  const counts = await Promise.all(ids.map((automationId) => api.db.automationRun.count({ where: { automationId } })));
  expect(counts).toEqual([5, 5, 5 * 21]);
  for (const id of ids) expect(await wrongFigures(api, id)).toEqual([]);
});

test('fifty simultaneous carts of a person and three workers leave the newest run in progress, and end every other run', async () => {
  const trigger = { type: 'event', name: 'restart' };
  const entry = { again: 'restart' };
  const list = await makeList(api);
  const ids = [
    await activate(api, { trigger, entry, steps: [HOUR] }),
    // The worker that advances these runs locks people after them.
    await activate(api, { list, trigger, entry, steps: [tag('cart'), HOUR] }),
  ];
  await subscribeMany(
    api,
    list,
    Array.from({ length: 5 }, (_, round) => ({ email: addressOf(`again${round}`) })),
  );
  const workers = startWorkers(api, 3);
  const start = Date.now() - 3_600_000;
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        record(api, `again${round}`, 'restart', {
          occurred_at: new Date(start + ((n * 7) % 50) * 1_000).toISOString(),
        }),
      ),
    );
  }
  await workers.stop();
  expect(workers.warnings).toEqual([]);
  for (const automationId of ids) {
    const runs = await api.db.automationRun.findMany({ where: { automationId } });
    const active = runs.filter(({ state }) => state === 'active');
    expect(active).toHaveLength(5);
    expect(runs.filter(({ state, exitReason }) => state !== 'active' && exitReason !== 'restarted')).toEqual([]);
    expect(await wrongFigures(api, automationId)).toEqual([]);
  }
  const newest = await api.db.automationRun.findMany({ where: { automationId: ids[0] as string, state: 'active' } });
  expect(newest.map(({ event }) => (event as { occurred_at: string }).occurred_at)).toEqual(
    Array(5).fill(new Date(start + 49_000).toISOString()),
  );
});

test('events at the moment in which two hundred people reach a step all count, and at once', async () => {
  const id = await activate(api, { trigger: { type: 'event', name: 'begin' }, steps: [ORDER] });
  const workers = startWorkers(api, 2);
  const names = Array.from({ length: 200 }, (_, n) => `race${n}`);
  await Promise.all(
    names.map(async (name) => {
      await record(api, name, 'begin');
      await until(
        async () =>
          (await api.db.automationRun.count({
            where: { automationId: id, step: 'order', person: { email: addressOf(name) } },
          })) === 1,
      );
      await record(api, name, 'order');
    }),
  );
  await until(async () => (await api.db.automationRun.count({ where: { automationId: id, state: 'active' } })) === 0);
  await workers.stop();
  const branches = await api.db.automationRunStep.groupBy({
    by: ['branch'],
    where: { run: { automationId: id } },
    _count: true,
  });
  expect(branches).toEqual([{ branch: 'then', _count: 200 }]);
});

test('two runs of a person that set the same new attributes at once, in another order, both arrive at the first attempt', async () => {
  const list = await makeList(api);
  await subscribeMany(api, list, [{ email: addressOf('both') }]);
  const { id: subscriber } = await readSubscriber(api, list, addressOf('both'));
  const set = (key: string, value: string) => ({ id: key, type: 'set_attribute', key, value });
  const automations = [
    await activate(api, { list, steps: [set('race_one', 'a'), set('race_two', 'a')] }),
    await activate(api, { list, steps: [set('race_two', 'b'), set('race_one', 'b')] }),
  ];
  const [holder, watcher] = [new pg.Client(api.databaseUrl), new pg.Client(api.databaseUrl)];
  await Promise.all([holder.connect(), watcher.connect()]);
  const runs: string[] = [];
  let workers: ReturnType<typeof startWorkers> | undefined;
  try {
    for (const id of automations) {
      const { status, body } = await api.rest('POST', `/automations/${id}/enter`, { email: addressOf('both') });
      expect(status).toBe(201);
      runs.push(body.data.id);
    }
    await holder.query('begin');
    await holder.query('select from subscribers where team_id = $1 and id = $2 for update', [api.teamId, subscriber]);
    workers = startWorkers(api, 2);
    await until(async () => (await lockWaits(watcher)) >= 2);
    await holder.query('commit');
    const isDone = async (id: string) => (await readRun(api, id)).state !== 'active';
    await until(async () => (await isDone(runs[0]!)) && (await isDone(runs[1]!)));
  } finally {
    await Promise.all([holder.end(), watcher.end()]);
    await workers?.stop();
  }
  expect(workers.warnings).toEqual([]);
  expect(await Promise.all(runs.map((id) => readState(api, id)))).toEqual(['completed', 'completed']);
  expect(pathOf(await readRun(api, runs[0]!))).toEqual(['race_one', 'race_two']);
  expect(pathOf(await readRun(api, runs[1]!))).toEqual(['race_two', 'race_one']);
  const { attributes } = await readSubscriber(api, list, addressOf('both'));
  expect(attributes.race_one).toMatch(/^[ab]$/);
  expect(attributes.race_two).toBe(attributes.race_one);
  for (const id of automations) expect(await wrongFigures(api, id)).toEqual([]);
});

test('workers and writers of the same people do not conflict: all calls succeed, and the figures are right', async () => {
  const [list, other] = [await makeList(api), await makeList(api)];
  const ids = [
    await activate(api, {
      list,
      trigger: { type: 'subscribed', imports: true },
      entry: { again: 'always' },
      steps: [tag('one'), { id: 'set', type: 'set_attribute', key: 'word', value: 'x' }, HOUR],
    }),
    await activate(api, {
      list,
      trigger: { type: 'tag_added', tag: 'one' },
      entry: { again: 'always' },
      steps: [{ id: 'join', type: 'subscribe', list: other }, tag('two'), ORDER],
    }),
    await activate(api, {
      trigger: { type: 'event', name: 'order' },
      entry: { again: 'always' },
      exits: [{ type: 'event', name: 'stop' }],
      steps: [{ id: 'leave', type: 'unsubscribe', list: other }, HOUR],
    }),
  ];
  const people = rowsOf(60, 'crowd');
  await subscribeMany(api, list, people);
  const jobs = startJobs(api.installation);
  const workers = startWorkers(api, 2);
  const statuses: number[] = [];
  const call = async (method: 'POST' | 'DELETE', path: string, body: object) =>
    statuses.push((await api.rest(method, path, body)).status);
  const any = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)] as Item;
  const some = () => people.toSorted(() => Math.random() - 0.5).slice(0, 20);
  const idOfAny = async () => (await readSubscriber(api, list, people[Math.floor(Math.random() * 40)]!.email)).id;
  const writers = [
    () =>
      call('POST', `/lists/${list}/subscribers/batch`, {
        subscribers: some()
          .slice(0, 20)
          .map((row) => ({ ...row, tags: [any(['one', 'three'])] })),
      }),
    () => call('POST', '/events', { events: some().map((row) => ({ ...row, name: any(['order', 'stop']) })) }),
    async () => call('POST', `/subscribers/${await idOfAny()}/tags`, { tags: ['one'] }),
    async () => call('DELETE', `/subscribers/${await idOfAny()}/tags`, { tags: ['one', 'two'] }),
    async () => call('POST', `/subscribers/${await idOfAny()}/unsubscribe`, {}),
    () =>
      importCsv(
        api,
        list,
        `email\n${some()
          .map(({ email }) => email)
          .join('\n')}\n`,
      ),
    () => call('POST', '/people/erase', { email: people[40 + Math.floor(Math.random() * 20)]!.email }),
  ];
  try {
    await Promise.all(
      writers.map(async (write) => {
        for (let round = 0; round < ROUNDS; round++) await write();
      }),
    );
  } finally {
    await jobs.stop();
    await workers.stop();
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(workers.warnings).toEqual([]);
  for (const id of ids) expect(await wrongFigures(api, id)).toEqual([]);
});
