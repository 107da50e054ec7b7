/**
 * `tsx test/bench/webhooks/kills.ts [deliveries] [kills]` (10,000, 20): events are recorded for four webhooks; two workers make
 * and send deliveries while one of the two, in turn, is killed with SIGKILL and restarted. Each event must become one delivery
 * and arrive, with the same id and text each time, and none more often than it was in transit at a kill. The rate ends before the
 * last delivery that waits for a lease.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { columns } from '../compare.ts';
import { openInstallation, until } from '../delivery/installation.ts';
import { work } from '../processes.ts';
import { openReceivers } from './receiver.ts';

const DELIVERIES = Number(process.argv[2] ?? 10_000);
const KILLS = Number(process.argv[3] ?? 20);
const ENDPOINTS = 4;
const MOST_AT_ONCE = 16;
const SLOWEST_MS = 20;
const BATCH = 500;

const receivers = await openReceivers(ENDPOINTS, SLOWEST_MS);
const installation = await openInstallation(1, 1, ['--no-workers']);
const { env } = installation;
const workers: ChildProcess[] = [];
try {
  for (const [n, url] of receivers.addresses.entries()) {
    await installation.call('POST', '/webhooks', {
      url,
      kinds: ['event.recorded'],
      filter: { event_names: [`e${n}`] },
    });
  }
  for (let from = 0; from < DELIVERIES; from += BATCH) {
    const places = Array.from({ length: Math.min(BATCH, DELIVERIES - from) }, (_, index) => from + index);
    const events = places.map((n) => ({ email: `p${n}@people.test`, name: `e${n % ENDPOINTS}` }));
    await installation.call('POST', '/events', { events });
  }
  const from = performance.now();
  workers.push(work(env), work(env));
  for (let kill = 1; kill <= KILLS; kill++) {
    await until(async () => receivers.total() >= (DELIVERIES * 0.9 * kill) / (KILLS + 1), 2);
    await sleep(Math.random() * 20);
    const index = kill % 2;
    workers[index]!.kill('SIGKILL');
    await once(workers[index]!, 'exit');
    workers[index] = work(env);
  }
  await until(async () => receivers.taken.size >= DELIVERIES * 0.95);
  const seconds = (performance.now() - from) / 1000;
  await until(async () => (await count(`state = 'pending'`)) === 0);
  await judge(seconds);
} finally {
  for (const worker of workers) worker.kill('SIGTERM');
  await Promise.all(workers.map((worker) => worker.exitCode ?? worker.signalCode ?? once(worker, 'exit')));
  await installation.close();
  receivers.close();
}

async function count(where: string): Promise<number> {
  const { rows } = await installation.client.query(
    `select count(*)::int as count from webhook_deliveries where ${where}`,
  );
  return rows[0].count;
}

async function judge(seconds: number): Promise<void> {
  const { rows } = await installation.client.query<{ id: string; body: string }>(
    'select id, body from webhook_deliveries',
  );
  const taken = [...receivers.taken.values()];
  const repeats = receivers.total() - receivers.taken.size;
  const faults = {
    'events without their one delivery': Math.abs(DELIVERIES - rows.length),
    'not made into deliveries': (await installation.client.query('select 1 from webhook_notifications')).rows.length,
    'not arrived': rows.filter(({ id }) => !receivers.taken.has(id)).length,
    'with another text': rows.filter(({ id, body }) => receivers.taken.get(id)?.body !== body).length,
    'repeated with another text': taken.filter(({ differs }) => differs).length,
    'not recorded as delivered': await count(`state <> 'delivered'`),
    'more repeats than on their way': Number(repeats > KILLS * ENDPOINTS * MOST_AT_ONCE),
  };
  console.log(
    columns([
      ['deliveries, kills', `${DELIVERIES}, ${KILLS}`],
      ['repeats', String(repeats)],
      ['95 % arrived after', `${seconds.toFixed(1)} s`],
      ...Object.entries(faults).map(([name, number]): [string, string] => [name, String(number)]),
    ]),
  );
  process.exitCode = Object.values(faults).every((number) => number === 0) ? 0 : 1;
}
