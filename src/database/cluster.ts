import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { SetupError } from '../config.ts';
import type { Log } from '../log.ts';
import { type Account, databaseAccount } from './account.ts';
import { findBinaries, NO_BINARY } from './binaries.ts';
import { privateFolder } from './home.ts';

/** Our PostgreSQL on disk: `data` is the server's own, `password` and `port` beside it are ours. */
export interface Cluster {
  folder: string;
  data: string;
  log: string;
  password: string;
  account: Account | undefined;
  bin(program: string): string;
}

export const USER = 'tidings';

/** Finds the cluster under `home`, or creates it. A creation cut short leaves nothing that would be taken for one. */
export async function openCluster(home: string, log: Log): Promise<Cluster> {
  const real = realpathSync(home);
  const folder = join(real, 'postgresql');
  const data = join(folder, 'data');
  const account = databaseAccount(real);
  const binaries = await findBinaries(real, account);
  const bin = (program: string) => join(binaries, 'bin', program);
  if (!existsSync(folder)) {
    log.info({ folder }, 'creating the embedded database');
    await createCluster(folder, account, bin('initdb'));
  }
  const password = await readFile(join(folder, 'password'), 'utf8');
  return { folder, data, log: join(folder, 'server.log'), password, account, bin };
}

/** The address of a database in the cluster, password and all: not for logs. */
export function clusterUrl(cluster: Cluster, port: number, database: string): string {
  return `postgresql://${USER}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

/** The port the cluster had last, or, when somebody else took it, another free one. */
export async function choosePort(cluster: Cluster): Promise<number> {
  const last = Number(await readFile(join(cluster.folder, 'port'), 'utf8').catch(() => 0));
  if (last && (await isFree(last))) return last;
  for (;;) {
    const port = randomInt(20_000, 30_000); // below the ports that systems hand out to outgoing connections
    if (await isFree(port)) return port;
  }
}

export const rememberPort = (cluster: Cluster, port: number): Promise<void> =>
  writeFile(join(cluster.folder, 'port'), String(port), { mode: 0o600 });

/** Everything is made in a folder of another name, which gets its own when it is complete. */
async function createCluster(folder: string, account: Account | undefined, initdb: string): Promise<void> {
  if (process.getuid?.() === 0 && !account) throw new SetupError(`${NO_ACCOUNT} or set DATABASE_URL`);
  await removeUnfinished(folder);
  const unfinished = privateFolder(await mkdtemp(`${folder}.${process.pid}.`), account);
  const password = randomBytes(24).toString('base64url');
  const asked = join(unfinished, 'asked-password');
  await writeFile(asked, password, { mode: 0o600 });
  await mkdir(join(unfinished, 'data'), { mode: 0o700 });
  if (account) {
    for (const path of [asked, join(unfinished, 'data')]) await chown(path, account.uid, account.gid);
  }
  const options = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${USER}`, `--pwfile=${asked}`, '--auth=scram-sha-256'];
  await runToEnd(initdb, ['-D', join(unfinished, 'data'), ...options, ...access], account);
  await rm(asked);
  await writeFile(join(unfinished, 'password'), password, { mode: 0o600 });
  await rename(unfinished, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(unfinished, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error; // else another process was quicker
  });
}

const NO_ACCOUNT = 'PostgreSQL does not run as root and there is no account postgres or nobody: run as another user';

async function removeUnfinished(folder: string): Promise<void> {
  const home = join(folder, '..');
  for (const name of await readdir(home)) {
    const pid = /^postgresql\.(\d+)\./.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await removeOrphaned(join(home, name));
  }
}

/** The initdb of a killed process writes on for a moment: a folder that fills again is removed again, for up to 11 s. */
const removeOrphaned = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

/** Whether there is a process of that number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function runToEnd(program: string, args: string[], account: Account | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...runAs(account), stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr!.on('data', (chunk) => {
      said += chunk;
    });
    child.on('error', () => reject(new SetupError(NO_BINARY)));
    child.on('close', (code) => {
      const reason = said.trim().split('\n').pop();
      if (code === 0) resolve();
      else reject(new SetupError(`The embedded database cannot be created: ${reason}`));
    });
  });
}

/** How the server's programs are started: under the account, with nothing of our environment. */
export const runAs = (account: Account | undefined) => ({
  ...(account && { uid: account.uid, gid: account.gid }),
  cwd: '/',
  env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
});

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
