import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clusterFolder, isAlive } from '../../src/database/cluster.ts';
import { checkoutRoot, databaseHome } from '../../src/database/home.ts';

const KEPT = join(checkoutRoot(), 'node_modules', '.tidings-test-cluster');

/** Everything that decides the contents of a migrated cluster. */
const SOURCES = ['prisma', 'src/database', 'package-lock.json'];

/**
 * Copies a kept cluster to the empty folder `home`: creating and migrating one takes longer than a small test file. Returns
 * false if there is none of the current sources.
 */
export async function restoreCluster(home: string): Promise<boolean> {
  const kept = keptCluster();
  if (!existsSync(kept)) return false;
  const folder = clusterFolder(databaseHome(home));
  const copied = await copy(kept, folder).catch(() => false); // another run has just replaced it
  if (!copied) await rm(folder, { recursive: true, force: true });
  return copied;
}

/** Keeps the stopped cluster of `home` for later runs, instead of earlier ones. */
export async function keepCluster(home: string): Promise<void> {
  const kept = keptCluster();
  await mkdir(KEPT, { recursive: true });
  for (const name of await readdir(KEPT)) {
    if (isLeft(name) && join(KEPT, name) !== kept) await rm(join(KEPT, name), { recursive: true, force: true });
  }
  const unfinished = join(KEPT, `unfinished-${process.pid}`);
  await copy(clusterFolder(databaseHome(home)), unfinished);
  await rm(join(unfinished, 'port'), { force: true }); // each run takes another
  await rename(unfinished, kept).catch(() => rm(unfinished, { recursive: true })); // another run was faster
}

/** Whether no run is writing it. */
function isLeft(name: string): boolean {
  const pid = /^unfinished-(\d+)$/.exec(name)?.[1];
  return !pid || !isAlive(Number(pid));
}

/** With owners: the server runs under an account of its own. */
async function copy(from: string, to: string): Promise<boolean> {
  await promisify(execFile)('cp', ['-a', from, to]);
  return true;
}

function keptCluster(): string {
  const hash = createHash('sha256').update(process.platform + process.arch);
  for (const path of SOURCES.flatMap(filesOf)) hash.update(path).update(readFileSync(join(checkoutRoot(), path)));
  return join(KEPT, hash.digest('hex').slice(0, 16));
}

function filesOf(source: string): string[] {
  if (source.endsWith('.json')) return [source];
  return readdirSync(join(checkoutRoot(), source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(checkoutRoot().length + 1))
    .sort();
}
