import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../support/build.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { endAll, launch, type Process } from '../support/processes.ts';
import { startCaddy, startNginx } from '../support/proxy-of-several.ts';
import { freePort, startServer, TOKEN } from '../support/server.ts';
import { statement } from '../support/statement.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  await build();
  folder = await mkdtemp(join(tmpdir(), 'tidings-several-'));
});
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await endAll();
  await database.drop();
  await rm(folder, { recursive: true });
});

const isThere = (program: string, arg: string): boolean => spawnSync(program, [arg]).status === 0;

interface Answered {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** One call over the connections of `agent`. Status 0: the connection broke. */
function call(url: string, agent: Agent, method: string, body?: object): Promise<Answered> {
  return new Promise((resolve) => {
    const text = body && JSON.stringify(body);
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', host: 'news.shop.example' };
    const asked = request(url, { method, agent, headers }, (answer) => {
      let said = '';
      answer.setEncoding('utf8').on('data', (part) => {
        said += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, body: said }));
    });
    asked.on('error', (error) => resolve({ status: 0, headers: {}, body: error.message }));
    asked.end(text);
  });
}

const start = async (port: number, more: Record<string, string> = {}): Promise<Process> => {
  const env = { ...more, DATABASE_URL: database.url, PORT: String(port), TRUSTED_PROXIES: '127.0.0.1' };
  const { process } = await startServer({ args: ['--no-workers'], env });
  await until(async () => (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.ok);
  return process;
};

/** Whether a process has answered a call since its start. */
async function hasAnswered(port: number): Promise<boolean> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return /^tidings_http_request_duration_seconds_count\{[^}]*route="\/v1\/events"[^}]*\} [1-9]/m.test(metrics);
}

const CLIENTS = 8;
const PROXIES = [
  ['nginx', '-v', startNginx],
  ['caddy', 'version', startCaddy],
] as const;

describe.each(PROXIES)('behind %s', (program, arg, startProxy) => {
  test.runIf(isThere(program, arg))('a rolling restart drops no request', async () => {
    const waits = { DRAIN_SECONDS: '2' };
    const ports = [await freePort(), await freePort()];
    const processes = [await start(ports[0]!, waits), await start(ports[1]!, waits)];
    const own = await mkdtemp(join(folder, program));
    const proxy = await startProxy(own, await freePort(), ports);
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    let isOver = false;
    const refused: Answered[] = [];
    let written = 0;
    const name = `rolled.${program}`;
    const client = async (number: number): Promise<void> => {
      while (!isOver) {
        const asked = [
          await call(`${proxy.url}/api/v1/events`, agent, 'POST', { email: `p${number}@shop.example`, name }),
          await call(`${proxy.url}/api/v1/lists`, agent, 'GET'),
        ];
        if (asked[0]!.status === 201) written += 1;
        refused.push(...asked.filter(({ status }) => status !== 200 && status !== 201));
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
    for (const at of [0, 1, 0]) {
      const before = written;
      await until(() => written > before + 50);
      expect(await processes[at]!.end()).toBe(0);
      processes[at] = await start(ports[at]!, waits);
      // The proxy's own health check takes a second or two.
      await until(() => hasAnswered(ports[at]!));
    }
    isOver = true;
    await Promise.all(clients);
    agent.destroy();
    await proxy.stop();
    for (const process of processes) await process.end();
    expect(refused).toEqual([]);
    const [row] = await statement(database.url, `select count(*)::int as count from events where name = '${name}'`);
    expect(row!.count).toBe(written);
  });
});

test('a request on a kept connection is answered during a stop, and the connection is closed', async () => {
  const port = await freePort();
  const process = await start(port);
  const url = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await call(`${url}/api/v1/lists`, agent, 'GET')).headers.connection).toBe('keep-alive');
  const ended = process.end();
  await until(async () => (await fetch(`${url}/health/live`).catch(() => undefined)) === undefined); // new ones are refused
  const last = await call(`${url}/health/ready`, agent, 'GET');
  expect(last).toMatchObject({ status: 503, headers: { connection: 'close' } });
  expect(JSON.parse(last.body)).toEqual({ status: 'the process is stopping' });
  expect(last.headers['retry-after']).toBe('2');
  expect(await ended).toBe(0);
});

test('a stopping process answers one more call on each kept connection, in REST and GraphQL', async () => {
  const port = await freePort();
  const process = await start(port);
  const url = `http://127.0.0.1:${port}`;
  const agents = Array.from({ length: 20 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  await Promise.all(agents.map((agent) => call(`${url}/api/v1/lists`, agent, 'GET')));
  const ended = process.end();
  await until(async () => (await fetch(`${url}/health/live`).catch(() => undefined)) === undefined);
  const answers = await Promise.all(
    agents.map((agent, at) =>
      at % 2 === 0
        ? call(`${url}/api/v1/events`, agent, 'POST', { email: 'last@shop.example', name: 'last.call' })
        : call(`${url}/graphql`, agent, 'POST', { query: '{ lists(first: 1) { nodes { id } } }' }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, at) => (at % 2 === 0 ? 201 : 200)));
  expect(await ended).toBe(0);
});

test('a worker reports at its own port whether it is alive, ready and stopping', async () => {
  const port = await freePort();
  const process = launch(['work'], { DATABASE_URL: database.url, HEALTH_PORT: String(port) });
  const ask = async (page: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${page}`);
    return [answer.status, await answer.json()];
  };
  await until(() => process.stdout.includes('Workers are running.'));
  expect(await ask('/health/live')).toEqual([200, { status: 'ok' }]);
  expect(await ask('/health/ready?now')).toEqual([200, { status: 'ok' }]);
  expect(await ask('/metrics')).toEqual([404, { message: 'Not found.', errors: {} }]);
  const name = new URL(database.url).pathname.slice(1);
  await statement(database.url, `alter database ${name} set default_transaction_read_only = on`);
  await statement(
    database.url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
  ).catch(() => {});
  await until(async () => (await ask('/health/ready'))[0] === 503);
  expect((await ask('/health/live'))[0]).toBe(200);
  await statement(database.url, `begin read write; alter database ${name} reset default_transaction_read_only; commit`);
  await until(async () => (await ask('/health/ready'))[0] === 200);
  expect(await process.end()).toBe(0);
});

test('a used health port of a worker prints one clear line', async () => {
  const port = await freePort();
  const first = launch(['work'], { DATABASE_URL: database.url, HEALTH_PORT: String(port) });
  await until(() => first.stdout.includes('Workers are running.'));
  const second = launch(['work'], { DATABASE_URL: database.url, HEALTH_PORT: String(port) });
  await until(() => second.code !== undefined);
  expect([second.code, second.stderr]).toEqual([
    1,
    `tidings: HEALTH_PORT ${port} on 127.0.0.1 cannot be opened (EADDRINUSE)\n`,
  ]);
  await first.end();
});
