import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseHome } from '../../src/database/home.ts';
import { columns } from './compare.ts';
import { serve } from './processes.ts';

/** V8 returns the memory of the start only after some idle time: sometimes after 40 s, sometimes after 75. */
const SETTLE_MS = 90_000;

/** Seconds from nothing to /health/ready, then again on the same files; resident memory when idle. */
export async function measureStart(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
  try {
    const first = await serve({ DATA_DIR: home });
    await first.stop();
    const second = await serve({ DATA_DIR: home });
    await sleep(SETTLE_MS);
    const node = resident(second.pid);
    const postmaster = readFileSync(join(databaseHome(home), 'postgresql/data/postmaster.pid'), 'utf8');
    const postgres = proportional(Number.parseInt(postmaster, 10));
    await second.stop();
    return columns([
      ['first start', `${first.seconds.toFixed(2)} s`],
      ['second start', `${second.seconds.toFixed(2)} s`],
      ['memory at rest, node', `${node} MB`],
      ['memory at rest, PostgreSQL (shared parts counted once)', `${postgres} MB`],
    ]);
  } finally {
    await rm(databaseHome(home), { recursive: true, force: true });
    await rm(home, { recursive: true, force: true });
  }
}

const megabytes = (kilobytes: number): number => Math.round(kilobytes / 1024);

const field = (file: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0);

const resident = (pid: number): number => megabytes(field(`/proc/${pid}/status`, 'VmRSS'));

/** Memory of a server and its children. */
function proportional(server: number): number {
  const family = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && (Number(name) === server || parentOf(name) === server),
  );
  return megabytes(family.reduce((sum, pid) => sum + field(`/proc/${pid}/smaps_rollup`, 'Pss'), 0));
}

function parentOf(pid: string): number {
  try {
    return field(`/proc/${pid}/status`, 'PPid');
  } catch {
    return 0; // it ended in the meantime
  }
}
