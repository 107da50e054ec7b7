import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../src/database/embedded.ts';
import { databaseHome } from '../../src/database/home.ts';
import { createLog } from '../../src/log.ts';
import { createDistributedDatabase, dropDistributedDatabase, on } from '../support/citus.ts';
import { statement } from '../support/statement.ts';

/** An empty database with production durability, deleted on close. */
export interface BenchDatabase {
  url: string;
  close(): Promise<void>;
}

/** Citus's default number of shards. */
const SHARDS = 32;

/** In its own PostgreSQL; with CITUS_URL distributed over that cluster. */
export const openDatabase = (): Promise<BenchDatabase> =>
  process.env.CITUS_URL ? openDistributed(process.env.CITUS_URL) : openEmbedded();

export async function openDistributed(clusterUrl: string): Promise<BenchDatabase> {
  const urls = await createDistributedDatabase(clusterUrl, createLog('warn'), newName(), SHARDS);
  return { url: urls[0]!, close: () => dropDistributedDatabase(urls) };
}

/** On the machine of the URL, not distributed. */
export async function openUndistributed(url: string): Promise<BenchDatabase> {
  const name = newName();
  await statement(on(url, undefined, 'postgres'), `create database ${name}`);
  const own = on(url, undefined, name);
  return { url: own, close: () => dropDistributedDatabase([own]) };
}

async function openEmbedded(): Promise<BenchDatabase> {
  const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
  const database = await startEmbedded(home, createLog('warn'));
  return {
    url: database.url,
    close: async () => {
      await database.stop();
      await rm(databaseHome(home), { recursive: true, force: true });
      await rm(home, { recursive: true, force: true });
    },
  };
}

const newName = (): string => `bench_${randomBytes(4).toString('hex')}`;
