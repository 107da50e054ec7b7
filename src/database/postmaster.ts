import { execFile, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SetupError } from '../config.ts';
import { NO_BINARY } from './binaries.ts';
import { type Cluster, isAlive, runAs } from './cluster.ts';

const LOG_LIMIT = 10 * 1024 * 1024;

export interface Postmaster {
  pid: number;
  port: number;
}

/** The server that runs on the cluster, whoever started it. A `postmaster.pid` left by a dead one counts for nothing. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const file = join(cluster.data, 'postmaster.pid');
  const written = await readFile(file, 'utf8').catch(() => '');
  const [pid, , , port] = written.split('\n').map(Number);
  if (!pid || !port || !isAlive(pid)) return undefined;
  if (await isServerOf(cluster, pid)) return { pid, port };
  // The system gave the number to another process, and PostgreSQL would take that one for a server.
  if ((await readFile(file, 'utf8').catch(() => '')) === written) await rm(file, { force: true });
  return undefined;
}

/** A server we started. Should it end by itself, `failed`, and `complaint` is what it said. */
export interface Launched {
  ended: boolean;
  failed: boolean;
  complaint(): Promise<string>;
}

/** Starts a server in a session of its own, so that neither our end nor a Ctrl+C in our terminal is its end. */
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
  const launched: Launched = { ended: false, failed: false, complaint: () => complaint(cluster, from) };
  child.on('exit', (code) => {
    launched.ended = true;
    launched.failed = code !== null && code !== 0; // else somebody stopped it: another user of it, or the system
  });
  child.on('error', () => {
    launched.ended = launched.failed = true;
    launched.complaint = async () => NO_BINARY;
  });
  return launched;
}

/** Fast shutdown: sessions are cut off, everything is written. Gives when the server is gone. */
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
    const { buffer, bytesRead } = await file.read({ position: from, buffer: Buffer.alloc(8192) });
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    return lines.filter((line) => /FATAL|PANIC|could not/.test(line)).join(' ') || lines.join(' ');
  } finally {
    await file.close();
  }
}

async function isServerOf(cluster: Cluster, pid: number): Promise<boolean> {
  const command = await commandOf(pid);
  return command === undefined || command.includes(cluster.data);
}

/** The command line of a process, empty for one that only waits to be reaped; undefined where it cannot be seen. */
async function commandOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  const shown = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => undefined);
  return shown?.stdout;
}

/** Returns for reasons that pass by themselves: another server was quicker, or remains of a killed one are in the way. */
export async function throwUnlessPassing(cluster: Cluster, launched: Launched): Promise<void> {
  const reason = await launched.complaint();
  if (reason === NO_BINARY) throw new SetupError(NO_BINARY);
  if (/already exists|still in use|Address already in use|TCP\/IP sockets/.test(reason)) return;
  throw new SetupError(`The embedded database does not start: ${reason.trim()} (see ${cluster.log})`);
}
