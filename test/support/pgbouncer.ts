import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statement } from './statement.ts';
import { until } from './until.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

/** Whether Debian's pgbouncer is on this machine. */
export const HAS_PGBOUNCER = existsSync(PROGRAM);

/** Starts PgBouncer in front of a database, in one of its modes; returns its URL. */
export async function startPgBouncer(url: string, mode: 'session' | 'transaction') {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-pgbouncer-'));
  const { hostname, port, username, password, pathname } = new URL(url);
  const free = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${free}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
`,
  );
  await chmod(folder, 0o755);
  const child: ChildProcess = spawn(PROGRAM, ['-q', '-u', 'nobody', settings], { stdio: 'ignore' });
  const through = `postgresql://${username}:any@127.0.0.1:${free}${pathname}`;
  await until(() => statement(through, 'select 1').catch(() => undefined));
  return {
    url: through,
    close: async () => {
      child.kill('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
