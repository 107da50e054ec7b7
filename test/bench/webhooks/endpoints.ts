/**
 * `tsx test/bench/webhooks/endpoints.ts [seconds] [events]` (40, 10,000): one process serves, makes deliveries and sends them.
 * First some events a second go to three quick endpoints, one that is dead and one that takes 14 seconds: the delay at the quick
 * ones. Then many events go to one quick endpoint: how many arrive a second.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { columns } from '../compare.ts';
import { openInstallation, until } from '../delivery/installation.ts';

const SECONDS = Number(process.argv[2] ?? 40);
const EVENTS = Number(process.argv[3] ?? 10_000);
const BATCH = 500;
const A_SECOND = 5;

interface Endpoint {
  address: string;
  server: Server;
  /** Milliseconds from the event to its arrival. */
  late: number[];
}

async function listen(milliseconds: number): Promise<Endpoint> {
  const late: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    late.push(Date.now() - Date.parse(JSON.parse(Buffer.concat(chunks).toString()).timestamp));
    await sleep(milliseconds);
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server, late };
}

const quick = [await listen(5), await listen(5), await listen(5)];
const slow = await listen(14_000);
const dead = await listen(0);
dead.server.close();
const installation = await openInstallation(1, 1);
try {
  const addWebhook = async ({ address }: Endpoint): Promise<string> =>
    (await installation.call('POST', '/webhooks', { url: address, kinds: ['event.recorded'] })).data.id;
  const ids = [];
  for (const endpoint of [...quick, slow, dead]) ids.push(await addWebhook(endpoint));
  const expected = SECONDS * A_SECOND;
  for (let n = 0; n < expected; n++) {
    await installation.call('POST', '/events', { email: `p${n}@people.test`, name: 'seen' });
    await sleep(1000 / A_SECOND);
  }
  const total = () => quick.reduce((sum, { late }) => sum + late.length, 0);
  await until(async () => total() >= expected * quick.length);
  const late = quick.flatMap((one) => one.late).sort((a, b) => a - b);
  for (const id of ids) await installation.call('DELETE', `/webhooks/${id}`);

  const [one] = quick as [Endpoint];
  await addWebhook(one);
  one.late.length = 0;
  const from = performance.now();
  for (let n = 0; n < EVENTS; n += BATCH) {
    const events = Array.from({ length: BATCH }, (_, index) => ({ email: `q${n + index}@people.test`, name: 'seen' }));
    await installation.call('POST', '/events', { events });
  }
  const recorded = (performance.now() - from) / 1000;
  await until(async () => one.late.length >= EVENTS);
  const seconds = (performance.now() - from) / 1000;
  console.log(
    columns([
      ['with one dead and one slow endpoint, the others receive after', ''],
      ['  median', `${late[late.length >> 1]} ms`],
      ['  latest', `${late.at(-1)} ms`],
      [`${EVENTS} events recorded in`, `${recorded.toFixed(1)} s`],
      ['deliveries a second to one endpoint', (EVENTS / seconds).toFixed(0)],
    ]),
  );
  process.exitCode = late.at(-1)! < 5_000 ? 0 : 1;
} finally {
  await installation.close();
  for (const { server } of [...quick, slow]) server.closeAllConnections();
  for (const { server } of [...quick, slow]) server.close();
}
