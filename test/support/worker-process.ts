import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot } from '../../src/database/home.ts';

export interface WorkerProcess {
  /** kill -9 */
  kill(): Promise<void>;
  /** SIGTERM. Gives the exit code. */
  stop(): Promise<number | null>;
}

/** Starts `work` on a database, in a process of its own; gives when it runs. */
export async function startWorker(databaseUrl: string): Promise<WorkerProcess> {
  const home = await mkdtemp(join(tmpdir(), 'tidings-worker-'));
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts', 'work'], {
    cwd: checkoutRoot(),
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: home, LOG_LEVEL: process.env.TEST_LOG ?? 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    const [code] = await ended;
    await rm(home, { recursive: true, force: true });
    return code;
  };
  let said = '';
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    said += text;
    if (said.includes('Workers are running')) break;
  }
  child.stdout.resume();
  if (child.exitCode !== null) throw new Error(`the worker ended: ${said}`);
  return { kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') };
}
