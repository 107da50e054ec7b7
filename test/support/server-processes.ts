import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  /** http://127.0.0.1:port */
  base: string;
  /** kill -9 */
  kill(): Promise<void>;
}

/** Starts a process that serves a migrated database; resolves when it listens. */
export async function startServer(databaseUrl: string, pool = 10): Promise<ServerProcess> {
  const script = fileURLToPath(new URL('server-process.ts', import.meta.url));
  const child = fork(script, [databaseUrl, String(pool)], { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit');
  const [message] = await Promise.race([once(child, 'message'), ended]);
  if (!message?.base) throw new Error(`the server ended with ${message}`);
  return {
    base: message.base,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
