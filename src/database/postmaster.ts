import { execFile, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SetupError } from '../config.ts';
import { NO_BINARY } from './binaries.ts';
import { type Cluster, isAlive, runAs } from './cluster.ts';
import { useOwnBuild } from './own-build.ts';

const LOG_LIMIT = 10 * 1024 * 1024;
const COMPLAINT = /FATAL|PANIC|could not/;
/** The server's replies to our own attempts to connect while it starts. */
const NOT_YET = /FATAL: {2}the database system is (starting up|in recovery|not yet accepting)/;

export interface Postmaster {
  pid: number;
  port: number;
}

/** The running server of the cluster, even if another process started it. A `postmaster.pid` of a dead server is ignored. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const file = join(cluster.data, 'postmaster.pid');
  const written = await readFile(file, 'utf8').catch(() => '');
  const [pid, , , port] = written.split('\n').map(Number);
  if (!pid || !port || !isAlive(pid)) return undefined;
  if (await isServerOf(cluster, pid)) return { pid, port };
  // The pid now belongs to another process, which PostgreSQL would mistake for a running server.
  if ((await readFile(file, 'utf8').catch(() => '')) === written) await rm(file, { force: true });
  return undefined;
}

/** A server we started. When it ends with an error, `failed` is set and `complaint` returns what it logged. */
export interface Launched {
  ended: boolean;
  failed: boolean;
  complaint(): Promise<string>;
}

/** Starts a server in its own session, so that it survives our exit and Ctrl+C in our terminal. */
export async function launch(cluster: Cluster, port: number, settings: Record<string, string>): Promise<Launched> {
  const from = await logSize(cluster);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(cluster.log, 'a', 0o600);
  const child = spawn(cluster.bin('postgres'), ['-D', cluster.data, '-p', String(port), ...options], {
    ...runAs(cluster.account),
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  if (child.pid) useOwnBuild(child.pid); // it may outlive us, and loads its libraries when needed
  const launched: Launched = { ended: false, failed: false, complaint: () => complaint(cluster, from) };
  child.on('exit', (code) => {
    launched.ended = true;
    launched.failed = code !== null && code !== 0; // otherwise another process or the system stopped it
  });
  child.on('error', () => {
    launched.ended = launched.failed = true;
    launched.complaint = async () => NO_BINARY;
  });
  return launched;
}

/** Fast shutdown: ends sessions and flushes everything to disk. Resolves when the server is gone. */
export async function shutDown(cluster: Cluster, { pid }: Postmaster): Promise<void> {
  process.kill(pid, 'SIGINT');
  while (isAlive(pid) && (await isServerOf(cluster, pid))) await pause(15);
}

async function logSize(cluster: Cluster): Promise<number> {
  if (!existsSync(cluster.log)) return 0;
  const { size } = await stat(cluster.log);
  if (size < LOG_LIMIT) return size;
  await truncate(cluster.log);
  return 0;
}

async function complaint(cluster: Cluster, from: number): Promise<string> {
  const file = await open(cluster.log);
  try {
    const { size } = await file.stat();
    const end = Buffer.alloc(8192);
    const { bytesRead } = await file.read({ position: Math.max(from, size - end.length), buffer: end });
    const lines = end.toString('utf8', 0, bytesRead).split('\n');
    return lines.filter((line) => COMPLAINT.test(line) && !NOT_YET.test(line)).join(' ') || lines.join(' ');
  } finally {
    await file.close();
  }
}

async function isServerOf(cluster: Cluster, pid: number): Promise<boolean> {
  const command = await commandOf(pid);
  return command === undefined || command.includes(cluster.data);
}

/** The command line of a process. Empty for a zombie; undefined when it cannot be read. */
async function commandOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  const shown = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => undefined);
  return shown?.stdout;
}

/** Throws SetupError, except for temporary reasons: another server was faster, or a killed one left files behind. */
export async function throwUnlessPassing(cluster: Cluster, launched: Launched): Promise<void> {
  const reason = await launched.complaint();
  if (reason === NO_BINARY) throw new SetupError(NO_BINARY);
  if (/already exists|still in use|Address already in use|TCP\/IP sockets/.test(reason)) return;
  throw new SetupError(`The embedded database does not start: ${reason.trim()} (see ${cluster.log})`);
}
