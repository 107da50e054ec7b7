import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { checkoutRoot, databaseHome } from '../../src/database/home.ts';
import { ENTRY } from './build.ts';
import { keepLine } from './failure-log.ts';
import { withSecret } from './secret.ts';
import { until } from './until.ts';

/** Our program in a separate process. */
export interface Process {
  pid: number;
  /** Its output so far. */
  stdout: string;
  stderr: string;
  /** Undefined while it runs; null when a signal ended it. */
  code: number | null | undefined;
  /** Sends a signal, unless it has ended, and returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A line of JSON from the level of warnings on. */
const IS_WARNING = /^\{"level":[456]0\b/;

const running = new Set<Process>();
/** As in hold-driver-rules.ts: calls of our processes that the next version of `pg` refuses. */
const warnings: string[] = [];
const homes = new Set<string>();

/**
 * Starts `dist/main.js` without our environment, except for PATH and the like. `npm`: by `npm run`. `checkout`: of another
 * checkout than ours.
 */
export function launch(
  args: string[],
  env: Record<string, string> = {},
  { npm = false, checkout = checkoutRoot() }: { npm?: boolean; checkout?: string } = {},
): Process {
  const entry = join(checkout, relative(checkoutRoot(), ENTRY));
  const [program, before] = npm ? ['npm', ['run', '--']] : [process.execPath, [entry]];
  const { PATH = '', HOME = '' } = process.env;
  if (env.DATA_DIR) homes.add(env.DATA_DIR);
  const child = spawn(program, [...before, ...args], {
    cwd: checkout,
    env: { PATH, HOME, ...withSecret(env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const started = watch(child);
  if (checkout === checkoutRoot()) {
    child.once('close', () =>
      warnings.push(...started.stderr.split('\n').filter((line) => line.includes('removed in pg@'))),
    );
  }
  return started;
}

function watch(child: ChildProcess): Process {
  const ended = once(child, 'close');
  const started: Process = {
    pid: child.pid!,
    stdout: '',
    stderr: '',
    code: undefined,
    end: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
      return started.code ?? null;
    },
  };
  running.add(started);
  child.stdout!.setEncoding('utf8').on('data', (text) => {
    started.stdout += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    started.stderr += text;
  });
  createInterface(child.stdout!).on('line', (line) => {
    if (IS_WARNING.test(line)) keepLine(line);
  });
  createInterface(child.stderr!).on('line', keepLine);
  child.once('close', (code) => {
    started.code = code;
    running.delete(started);
  });
  return started;
}

/** Runs a command of ours to its end. */
export async function command(args: string[], env: Record<string, string>): Promise<Process> {
  const started = launch(args, env);
  await until(() => started.code !== undefined);
  return started;
}

/** Ends and deletes everything started here, including databases left by a kill. Throws for warnings of `pg`. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map((process) => process.end('SIGKILL')));
  for (const home of homes) {
    const server = await databasePid(home);
    if (server) {
      process.kill(server, 'SIGQUIT');
      await until(() => !isAlive(server));
    }
    await rm(databaseHome(home), { recursive: true, force: true });
    await rm(home, { recursive: true, force: true });
  }
  homes.clear();
  const found = warnings.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** The process id of the embedded PostgreSQL under a DATA_DIR, while it runs. */
export async function databasePid(home: string): Promise<number | undefined> {
  const file = join(databaseHome(home), 'postgresql', 'data', 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  return pid && isAlive(pid) ? pid : undefined;
}

/** Whether a process is alive, not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
