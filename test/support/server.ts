import { randomInt } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Process } from './processes.ts';
import { until } from './until.ts';

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what came back
  body: any;
}

/** A team's access to a server in another process. */
export interface Client {
  /** `http://127.0.0.1:port` */
  url: string;
  token: string;
  /** A call under /api/v1 with `token`, unless another is given. */
  rest(method: string, path: string, body?: unknown, token?: string): Promise<Reply>;
}

/** A ready `serve` process, and the access of its first team. */
export interface Server extends Client {
  process: Process;
}

interface Options {
  args?: string[];
  env?: Record<string, string>;
  npm?: boolean;
  /** Another checkout than ours. */
  checkout?: string;
}

/** A token to set as BOOTSTRAP_TOKEN. */
export const TOKEN = 'tidings_token-of-the-end-to-end-tests';

/** Starts one on a free port, in `env` or a new DATA_DIR; resolves when it is ready. */
export async function startServer({ args = [], env = {}, npm = false, checkout }: Options = {}): Promise<Server> {
  const port = env.PORT ? Number(env.PORT) : await freePort();
  const dataDir = env.DATA_DIR ?? (await newHome());
  // No limit: on a fast machine a polling test would reach it.
  const settings = {
    BOOTSTRAP_TOKEN: TOKEN,
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '0',
    ...env,
  };
  const started = launch(npm ? ['start', ...args] : ['serve', ...args], settings, {
    npm,
    ...(checkout && { checkout }),
  });
  const url = `http://127.0.0.1:${port}`;
  await until(() => {
    if (started.code !== undefined)
      throw new Error(`It ended with ${started.code}: ${started.stdout}${started.stderr}`);
    return started.stdout.includes('Tidings is running.');
  });
  const token = settings.BOOTSTRAP_TOKEN || (/only once: (\S+)/.exec(started.stdout)?.[1] ?? '');
  return Object.assign(clientAt(url, token), { process: started });
}

/** Calls the server at a URL as the team of a token. */
export function clientAt(url: string, token: string): Client {
  const client: Client = {
    ...{ url, token },
    rest: async (method, path, body, token = client.token) => {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text ? JSON.parse(text) : undefined };
    },
  };
  return client;
}

/** An empty directory for DATA_DIR, deleted with its process. */
export const newHome = (): Promise<string> => mkdtemp(join(tmpdir(), 'tidings-e2e-'));

/** Each process of a run has its own ports: a recently freed one is not reused. */
const FIRST_PORT = 11_000 + 1_000 * (Number(process.env.VITEST_POOL_ID ?? 0) % 9);
let given = randomInt(1_000);

/** A port below those that the system assigns, so that no other process gets it first. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const port = FIRST_PORT + (given++ % 1_000);
    const probe = createServer().once('error', () => resolve(freePort()));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}
