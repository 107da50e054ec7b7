import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { distribute } from '../../src/database/distribute.ts';
import { migrate } from '../../src/database/migrate.ts';
import type { Log } from '../../src/log.ts';
import { statement } from './statement.ts';

const FEW_FILES_TO_COPY = 4;

/** A distributed, empty database in the cluster at `url`, as a template: its URL on each machine, the coordinator first. */
export async function createCitusTemplate(url: string, log: Log): Promise<string[]> {
  const urls = await createDistributedDatabase(
    url,
    log,
    `template_${randomBytes(4).toString('hex')}`,
    FEW_FILES_TO_COPY,
  );
  for (const one of urls) await closeToAll(one);
  return urls;
}

/** A distributed, empty database in the cluster at `url`: its URL on each machine, the coordinator first. */
export async function createDistributedDatabase(
  url: string,
  log: Log,
  name: string,
  shards: number,
): Promise<string[]> {
  const machines = await statement(
    url,
    'select nodename as host, nodeport as port, groupid = 0 as coordinator from pg_dist_node order by groupid',
  );
  const urls = machines.map(({ host, port }) => on(url, `${host}:${port}`, name));
  for (const one of urls) {
    await statement(on(one, undefined, 'postgres'), `create database ${name}`);
    await statement(one, 'create extension citus');
  }
  const [coordinator = '', ...workers] = urls;
  const { hostname, port } = new URL(coordinator);
  await statement(coordinator, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of workers.map((one) => new URL(one))) {
    await statement(coordinator, `select citus_add_node('${worker.hostname}', ${worker.port})`);
  }
  await migrate(coordinator, log);
  await distributeAll(coordinator, shards);
  return urls;
}

export async function dropDistributedDatabase(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    await statement(on(url, undefined, 'postgres'), `drop database ${databaseOf(url)} with (force)`);
  }
}

const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

/** The same database of another machine, or another one of the same machine. */
export function on(url: string, host: string | undefined, database: string): string {
  const other = new URL(url);
  if (host) other.host = host;
  other.pathname = `/${database}`;
  return other.href;
}

async function distributeAll(url: string, shards: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set citus.shard_count = ${shards}`);
    await distribute(client, () => {});
  } finally {
    await client.end();
  }
}

/** A template database may have no connections, and Citus keeps one to each. */
const closeToAll = (url: string) =>
  statement(
    on(url, undefined, 'postgres'),
    `alter database ${databaseOf(url)} allow_connections false;
     select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseOf(url)}'`,
  );
