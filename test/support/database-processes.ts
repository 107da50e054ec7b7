import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { checkoutRoot } from '../../src/database/home.ts';

export interface DatabaseProcess {
  url: string;
  /** The graceful end. */
  stop(): Promise<void>;
  /** kill -9 */
  kill(): Promise<void>;
}

/** Starts a process that uses the embedded database under `home`; resolves when it is connected. */
export async function startProcess(home?: string, checkout?: string): Promise<DatabaseProcess> {
  const child = launchProcess(home, checkout);
  const ended = once(child, 'exit');
  const message = await Promise.race([once(child, 'message'), ended]);
  const { url } = message[0] as { url?: string };
  if (!url) throw new Error(`the process ended with ${message[0]}`);
  return {
    url,
    stop: async () => {
      child.send('stop');
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The bare process, for tests that do not wait until it is ready. */
export function launchProcess(home?: string, checkout = checkoutRoot()): ChildProcess {
  const script = join(checkout, 'test', 'support', 'database-process.ts');
  return fork(script, home ? [home] : [], { cwd: checkout, execArgv: ['--import', 'tsx'] });
}
