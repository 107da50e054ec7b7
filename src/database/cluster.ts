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
import { refuseIfMoving, refuseOtherMajor } from './major-version.ts';

/** The files of the embedded PostgreSQL. `data` is the server's own; `password` and `port` beside it are ours. */
export interface Cluster {
  folder: string;
  data: string;
  log: string;
  password: string;
  account: Account | undefined;
  bin(program: string): string;
}

export const USER = 'tidings';

/** The folder of the cluster under `home`, which exists once the cluster is complete. */
export const clusterFolder = (home: string): string => join(home, 'postgresql');

/**
 * Finds or creates the cluster under `home`. An interrupted creation is never mistaken for a complete cluster. `binaries`: a
 * folder with PostgreSQL's bin/ instead of ours. Throws SetupError when the data comes from another PostgreSQL version than ours.
 */
export async function openCluster(home: string, log: Log, binaries?: string): Promise<Cluster> {
  const real = realpathSync(home);
  const folder = clusterFolder(real);
  const data = join(folder, 'data');
  const account = databaseAccount(real);
  refuseIfMoving(real);
  if (!binaries) await refuseOtherMajor(data);
  const programs = binaries ?? (await findBinaries(real, account));
  const bin = (program: string) => join(programs, 'bin', program);
  if (!existsSync(folder)) {
    log.info({ folder }, 'creating the embedded database');
    await createCluster(folder, account, bin('initdb'));
  }
  const password = await readFile(join(folder, 'password'), 'utf8');
  return { folder, data, log: join(folder, 'server.log'), password, account, bin };
}

/** The URL of a database in the cluster. It contains the password: do not log it. */
export function clusterUrl(cluster: Cluster, port: number, database: string): string {
  return `postgresql://${USER}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

/** The port the cluster used last, or another free port when that one is taken. */
export async function choosePort(cluster: Cluster): Promise<number> {
  const last = Number(await readFile(join(cluster.folder, 'port'), 'utf8').catch(() => 0));
  if (last && (await isFree(last))) return last;
  for (;;) {
    const port = randomInt(20_000, 30_000); // below the ephemeral ports of outgoing connections
    if (await isFree(port)) return port;
  }
}

export const rememberPort = (cluster: Cluster, port: number): Promise<void> =>
  writeFile(join(cluster.folder, 'port'), String(port), { mode: 0o600 });

/** Creates everything in a temporary folder and renames it when it is complete. */
async function createCluster(folder: string, account: Account | undefined, initdb: string): Promise<void> {
  if (process.getuid?.() === 0 && !account) throw new SetupError(`${NO_ACCOUNT} or set DATABASE_URL`);
  await removeUnfinished(folder);
  const unfinished = privateFolder(await mkdtemp(`${folder}.${process.pid}.`), account);
  const password = randomBytes(24).toString('base64url');
  const passwordFile = join(unfinished, 'initdb-password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await mkdir(join(unfinished, 'data'), { mode: 0o700 });
  if (account) {
    for (const path of [passwordFile, join(unfinished, 'data')]) await chown(path, account.uid, account.gid);
  }
  const options = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${USER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  await runToEnd(initdb, ['-D', join(unfinished, 'data'), ...options, ...access], account);
  await rm(passwordFile);
  await writeFile(join(unfinished, 'password'), password, { mode: 0o600 });
  await rename(unfinished, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(unfinished, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error; // another process was faster
  });
}

const NO_ACCOUNT = 'PostgreSQL cannot run as root, and there is no account postgres or nobody: run as another user';

async function removeUnfinished(folder: string): Promise<void> {
  const home = join(folder, '..');
  for (const name of await readdir(home)) {
    const pid = /^postgresql\.(\d+)\./.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await removeOrphaned(join(home, name));
  }
}

/** The initdb of a killed process goes on writing for a moment, so removal is retried for up to 11 s. */
const removeOrphaned = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

/** Whether a process with this id exists. */
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

/** Spawn options for PostgreSQL's programs: the account's ids, and none of our environment. */
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
