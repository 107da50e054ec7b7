import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../../../src/database/embedded.ts';
import { checkoutRoot, databaseHome } from '../../../src/database/home.ts';
import { createLog } from '../../../src/log.ts';
import { type SilentProxy, startSilentProxy } from '../../support/silent-proxy.ts';
import { TOKEN } from '../bench-server.ts';
import type { Behaviour } from '../delivery/mail-server.ts';
import { freePort, Program } from '../processes.ts';

/** The tested build: another checkout's with BENCH_CHECKOUT, for comparison. */
const CHECKOUT = process.env.BENCH_CHECKOUT ?? checkoutRoot();
const RETRIES = Array(40).fill(2).join();

/** Protects our own connection from faults that are database settings. */
const OURS = ['statement_timeout=0', 'lock_timeout=0', 'idle_session_timeout=0', 'default_transaction_read_only=off']
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** A process of the product, the target of faults. */
export class Server {
  readonly url: string;
  readonly #mode: 'serve' | 'work';
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;

  constructor(mode: 'serve' | 'work', port: number, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.#mode = mode;
    this.#env = { ...env, PORT: String(port), NODE_ENV: 'production', LOG_LEVEL: 'fatal' };
  }

  async start(more: Record<string, string> = {}): Promise<void> {
    const env = { ...process.env, ...this.#env, ...more };
    this.#child = spawn(process.execPath, ['dist/main.js', this.#mode], {
      cwd: CHECKOUT,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (this.#mode === 'work') return void (await sleep(2_000));
    while (!(await isReady(this.url))) await sleep(20);
  }

  async signal(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child!;
    child.kill(signal);
    if (signal !== 'SIGSTOP' && signal !== 'SIGCONT' && child.exitCode === null && child.signalCode === null)
      await once(child, 'exit');
  }
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The product, with access to everything that faults need. */
export interface Installation {
  server: Server;
  worker: Server;
  /** Proxies of the database and of the mail server. */
  database: SilentProxy;
  mail: SilentProxy;
  behaviour(behaviour: Behaviour): Promise<unknown>;
  /** SQL past the proxy, on its own connection. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  connect(): Promise<pg.Client>;
  /** The process of PostgreSQL, and those of its sessions. */
  postmaster(): number;
  // biome-ignore lint/suspicious/noExplicitAny: a program looks into what came back
  call(method: string, path: string, body?: object): Promise<any>;
  accepted(): Promise<{ ids: number; total: number }>;
  close(): Promise<void>;
}

export async function openInstallation(): Promise<Installation> {
  const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
  const embedded = await startEmbedded(home, createLog('silent'));
  const mailServer = new Program('delivery/mail-server');
  const { port } = await mailServer.ask<{ port: number }>();
  const database = await startSilentProxy(embedded.url);
  const mail = await startSilentProxy(`smtp://127.0.0.1:${port}`);
  const env = {
    ...{
      DATABASE_URL: database.url,
      BOOTSTRAP_TOKEN: TOKEN,
      RATE_LIMIT_PER_MINUTE: '0',
      MAIL_URL: `${mail.url}?pool=4`,
    },
    ...{
      MAIL_RETRY_SECONDS: RETRIES,
      BULK_RETRY_SECONDS: RETRIES,
      APP_SECRET: 'a secret of the bench that is long enough',
    },
  };
  const server = new Server('serve', await freePort(), env);
  const worker = new Server('work', await freePort(), env);
  await server.start();
  await worker.start();
  const connect = async () => {
    const client = new pg.Client({ connectionString: embedded.url, options: OURS });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  return {
    ...{ server, worker, database, mail, connect },
    behaviour: (behaviour) => mailServer.ask({ behaviour }),
    accepted: () => mailServer.ask({}),
    postmaster: () =>
      Number.parseInt(readFileSync(join(databaseHome(home), 'postgresql/data/postmaster.pid'), 'utf8'), 10),
    sql: async (text, values) => {
      const client = await connect();
      return (await client.query(text, values).finally(() => client.end())).rows;
    },
    call: async (method, path, body) => {
      const answer = await fetch(`${server.url}/v1${path}`, {
        ...{ method, headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' } },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return JSON.parse(text || '{}');
    },
    close: async () => {
      await Promise.all([server.signal('SIGTERM'), worker.signal('SIGTERM')]);
      mailServer.stop();
      database.close();
      mail.close();
      await embedded.stop();
      await rm(databaseHome(home), { recursive: true, force: true });
      await rm(home, { recursive: true, force: true });
    },
  };
}
