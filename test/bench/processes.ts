import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkoutRoot } from '../../src/database/home.ts';

const ROOT = checkoutRoot();
const COMPILED = join(ROOT, 'node_modules/.cache/tidings-bench/test/bench');
const PRODUCTION = { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', NODE_OPTIONS: '' };
/** The product as `npm start` starts it. */
const INSTALLED = { ...PRODUCTION, MALLOC_ARENA_MAX: '1' };
const PATIENCE_MS = 60_000;

/** Compiles the product and the benchmark programs, so that nothing is compiled during the measurement. */
export async function compile(): Promise<void> {
  for (const [program, ...args] of [
    ['npm', 'run', 'build:server'],
    ['npx', 'tsc', '-p', 'test/bench/tsconfig.json'],
  ] as const) {
    const [code] = await once(spawn(program, args, { cwd: ROOT, stdio: 'inherit' }), 'exit');
    if (code !== 0) throw new Error(`${args.join(' ')} does not compile`);
  }
}

/** A program of test/bench in a separate process, which answers one message at a time. */
export class Program {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown[]>;

  constructor(name: string, env: Record<string, string> = {}) {
    this.#child = fork(join(COMPILED, `${name}.js`), { execArgv: [], env: { ...PRODUCTION, ...env } });
    this.#ended = once(this.#child, 'exit');
  }

  /** The next message; `asked` is sent first. */
  async ask<Answer>(asked?: object): Promise<Answer> {
    const answered = once(this.#child, 'message');
    if (asked) this.#child.send(asked);
    const [answer] = await Promise.race([answered, this.#ended]);
    if (typeof answer !== 'object' || answer.error) throw new Error(answer?.error ?? `it ended with ${answer}`);
    return answer;
  }

  /** Sends a message without an answer. */
  send(asked: object): void {
    this.#child.send(asked);
  }

  stop(): void {
    this.#child.kill();
  }
}

/** A server of test/bench; returns its URL. */
export async function startServer(name: string, env: Record<string, string>) {
  const program = new Program(name, env);
  const { port } = await program.ask<{ port: number }>();
  return { url: `http://127.0.0.1:${port}`, stop: () => program.stop() };
}

/** A worker of the product: dist/main.js work. It can receive signals. */
export function work(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'dist/main.js'), 'work'], {
    cwd: ROOT,
    env: { ...INSTALLED, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The product as installed: dist/main.js serve. Returns its URL, and the seconds until it was ready. */
export async function serve(env: Record<string, string>, ...options: string[]) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const from = performance.now();
  const flags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean);
  const child = spawn(process.execPath, [...flags, join(ROOT, 'dist/main.js'), 'serve', ...options], {
    cwd: ROOT,
    env: { ...INSTALLED, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (!(await answers(`${url}/health/ready`))) {
    if (child.exitCode !== null || performance.now() - from > PATIENCE_MS) throw new Error('the server does not start');
    await sleep(10);
  }
  const seconds = (performance.now() - from) / 1000;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, pid: child.pid!, seconds, stop };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** A free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
