import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '../support/build.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { endAll, launch, type Process } from '../support/processes.ts';
import { freePort, newHome, TOKEN } from '../support/server.ts';
import { until } from '../support/until.ts';

const COUNT = 4;

let mailServer: MailServer;
let group: Process;
let env: Record<string, string>;
beforeAll(async () => {
  await build();
  mailServer = await startMailServer();
  env = {
    ...{ PROCESSES: String(COUNT), PORT: String(await freePort()), DATA_DIR: await newHome(), DATABASE_POOL: '4' },
    ...{ BOOTSTRAP_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '0', MAIL_URL: mailServer.url, REQUEST_LOG: 'true' },
  };
  group = launch(['start'], env);
  await until(() => says('all processes are running'));
});
afterAll(async () => {
  await endAll();
  await mailServer.close();
});

const says = (words: string, times = 1) => {
  if (group.code !== undefined) throw new Error(`It ended with ${group.code}: ${group.stdout}${group.stderr}`);
  return group.stdout.split(words).length > times;
};

interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what came back
  body: any;
}

/** A call on a connection of its own unless an agent is given. Status 0: the connection broke. */
interface Options {
  token?: string;
  agent?: Agent;
  headers?: Record<string, string>;
}

function call(method: string, path: string, body?: object, options: Options = {}) {
  const { token = TOKEN, agent = new Agent() } = options;
  return new Promise<Answered>((resolve) => {
    const own = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const headers = { ...own, ...options.headers };
    const asked = request(`http://127.0.0.1:${env.PORT}${path}`, { method, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, body: path === '/metrics' ? text : JSON.parse(text) }),
      );
    });
    asked.on('error', (error) => resolve({ status: 0, body: error.message }));
    asked.end(body && JSON.stringify(body));
  });
}

const rest = (method: string, path: string, body?: object, options?: Options) =>
  call(method, `/api/v1${path}`, body, options);

/** The process ids of the servers, as the kernel has them. */
async function children(): Promise<number[]> {
  const text = await readFile(`/proc/${group.pid}/task/${group.pid}/children`, 'utf8');
  return text.trim().split(' ').map(Number);
}

test('one command runs several processes on one port, and only the first introduces itself', async () => {
  expect(await children()).toHaveLength(COUNT);
  expect(says('Tidings is running.', 1)).toBe(true);
  expect(says('Tidings is running.', 2)).toBe(false);
});

test('calls are spread over all processes, and the metrics add them up', async () => {
  const calls = async () => {
    const { body } = await call('GET', '/metrics');
    return Number(/_duration_seconds_count\{[^}]*route="\/v1\/tags"[^}]*\} (\d+)/.exec(body)?.[1] ?? 0);
  };
  await Promise.all(Array.from({ length: 40 }, () => rest('GET', '/tags')));
  await until(async () => (await calls()) === 40);
  expect(await Promise.all(Array.from({ length: 12 }, calls))).toEqual(Array(12).fill(40)); // also when asked at once
  const answered = group.stdout.split('\n').filter((line) => line.includes('/v1/tags'));
  expect(new Set(answered.map((line) => JSON.parse(line).pid)).size).toBe(COUNT);
});

test('a limit of calls per minute is one limit for all processes', async () => {
  const { body } = await rest('POST', '/tokens', { name: 'Slow', ability: 'read', rate_limit: 20 });
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => rest('GET', '/lists', undefined, { token: body.data.token })),
  );
  const ok = answers.filter(({ status }) => status === 200);
  expect(ok).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
});

test('calls with the same Idempotency-Key are carried out once, whichever process answers', async () => {
  const list = { name: 'Once', from_email: 'a@shop.test' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => rest('POST', '/lists', list, { headers: { 'idempotency-key': 'one-list' } })),
  );
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  const lists = (await rest('GET', '/lists')).body.data as { name: string }[];
  expect(lists.filter(({ name }) => name === 'Once')).toHaveLength(1);
});

test('each mail is sent once', async () => {
  const mails = Array.from({ length: 40 }, (_, index) => `p${index}@people.test`);
  const answers = await Promise.all(
    mails.map((to) => rest('POST', '/transactional-mails', { subject: 's', from: 'a@shop.test', to: [to], html: 'x' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(mails.map(() => 201));
  const sent = async () => (await rest('GET', '/transactional-mails?status=sent&per_page=100')).body.data.length;
  await until(async () => (await sent()) === mails.length);
  expect(mailServer.received.flatMap(({ envelope }) => envelope.to).sort()).toEqual([...mails].sort());
});

test('a killed process is replaced', async () => {
  const before = await children();
  process.kill(before[1]!, 'SIGKILL');
  await until(async () => (await children()).length === COUNT && !(await children()).includes(before[1]!));
  await until(() => says('a process ended; starting another'));
  await until(() => rest('GET', '/lists').then(({ status }) => status === 200));
});

test('SIGHUP replaces all processes, and drops no request', async () => {
  const before = await children();
  const agents = Array.from({ length: 6 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const failed: Answered[] = [];
  let isOver = false;
  let written = 0;
  const client = async (agent: Agent, number: number) => {
    while (!isOver) {
      const answer = await rest('POST', '/events', { email: `p${number}@people.test`, name: 'rolled' }, { agent });
      if (answer.status === 201) written += 1;
      else failed.push(answer);
    }
  };
  const clients = agents.map(client);
  await until(() => written > 20);
  process.kill(group.pid, 'SIGHUP');
  await until(() => says('all processes are restarted'));
  isOver = true;
  await Promise.all(clients);
  for (const agent of agents) agent.destroy();
  expect(failed).toEqual([]);
  const after = await children();
  expect(after).toHaveLength(COUNT);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
});

test('a stop ends all processes', async () => {
  expect(await group.end()).toBe(0);
});

test('a process that cannot start ends the command with its line', async () => {
  const other = launch(['start'], { ...env, HOST: '192.0.2.1' });
  await until(() => other.code !== undefined);
  expect(other.code).toBe(1);
  expect(other.stderr.trim().split('\n')).toEqual([
    'tidings: HOST 192.0.2.1 is not an address of this machine (EADDRNOTAVAIL)',
  ]);
});
