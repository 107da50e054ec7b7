import { availableParallelism, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { SetupError } from '../config.ts';
import type { Log } from '../log.ts';
import { type Cluster, choosePort, clusterUrl, openCluster, rememberPort } from './cluster.ts';
import { databaseHome } from './home.ts';
import { findPostmaster, type Launched, launch, shutDown, throwUnlessPassing } from './postmaster.ts';
import { Presence } from './presence.ts';

const DATABASE = 'tidings';
const PATIENCE_MS = 120_000;
/** The longest wait between two attempts to start a server that stopped. */
const LONGEST_WAIT_MS = 5_000;
const SAID_AGAIN_MS = 60_000;

/** A fraction (1/part) of the machine's memory within these bounds, in megabytes. */
const share = (part: number, min: number, max: number): string =>
  `${Math.min(max, Math.max(min, Math.floor(totalmem() / 2 ** 20 / part)))}MB`;

const workers = (wanted: number, max: number): string => `${Math.max(1, Math.min(wanted, max))}`;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  max_locks_per_transaction: '256', // a statement over all months of events locks each month and its indexes
  shared_buffers: share(16, 128, 1024), // the system allocates pages on first use, so an idle server takes little memory
  effective_cache_size: share(2, 512, 262_144),
  work_mem: share(256, 4, 32), // a hash of a million people's keys, split among parallel workers
  wal_compression: 'on', // pglz: the build has no lz4
  max_wal_size: '2GB',
  max_parallel_workers_per_gather: workers(availableParallelism() - 1, 4), // the session itself works too
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic', // statements contain people's addresses
};

export interface EmbeddedDatabase {
  /** Contains the password: do not log it. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on the files under `home`, or joins a running server of another or a killed process. `stop` shuts the server
 * down when this process was its last user. `settings` override ours. Throws SetupError when the server cannot run.
 */
export async function startEmbedded(
  home: string,
  log: Log,
  settings: Record<string, string> = {},
): Promise<EmbeddedDatabase> {
  const cluster = await openCluster(databaseHome(home), log);
  const enter = () => enterServer(cluster, { ...SETTINGS, ...settings }, log);
  let { presence, server } = await enter();
  await createDatabase(presence);
  const stopping = new AbortController();
  let returning = Promise.resolve();

  const comeBack = async () => {
    if (stopping.signal.aborted) return;
    log.error('the embedded PostgreSQL stopped; starting it again');
    const { port } = server;
    const entered = await untilItStarts(enter, log, stopping.signal);
    if (!entered) return;
    ({ presence, server } = entered);
    if (server.port !== port) log.fatal('the port of the embedded PostgreSQL was taken: restart this process');
    watch();
  };
  const watch = () => {
    presence.client.once('end', () => {
      returning = comeBack();
    });
  };
  watch();

  const stop = async () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    await returning;
    if (await presence.leave().catch(() => false)) await shutDown(cluster, server);
    await presence.end();
  };
  return { url: clusterUrl(cluster, server.port, DATABASE), stop };
}

/**
 * Starts the server of a cluster for this process alone: no other process can use it until `stop`, which shuts it down. Throws
 * SetupError when another process uses it.
 */
export async function startAlone(cluster: Cluster, log: Log): Promise<EmbeddedDatabase> {
  const { presence, server } = await enterServer(cluster, SETTINGS, log);
  if (!(await presence.leave())) {
    await presence.end();
    throw new SetupError('Another Tidings process uses the embedded database: stop it first');
  }
  const stop = async () => {
    await shutDown(cluster, server);
    await presence.end();
  };
  return { url: clusterUrl(cluster, server.port, DATABASE), stop };
}

/**
 * Retries without limit: a disk without room for the write-ahead log keeps the server from starting, and no other process will
 * start it once there is room. Logs the reason at once, and then every minute. Undefined once `stopping`.
 */
async function untilItStarts<Entered>(
  enter: () => Promise<Entered>,
  log: Log,
  stopping: AbortSignal,
): Promise<Entered | undefined> {
  let said = -Infinity;
  for (let wait = 500; !stopping.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await enter();
    } catch (error) {
      if (performance.now() - said > SAID_AGAIN_MS) {
        log.fatal(error, 'the embedded PostgreSQL does not start; trying again until it does');
        said = performance.now();
      }
      await pause(wait, undefined, { signal: stopping }).catch(() => {}); // stopping
    }
  }
  return undefined;
}

/** Retries until it has joined a server: processes that start and stop at the same time only delay each other. */
async function enterServer(cluster: Cluster, settings: Record<string, string>, log: Log) {
  const from = Date.now();
  let launched: Launched | undefined;
  while (Date.now() - from < PATIENCE_MS) {
    const server = await findPostmaster(cluster);
    const presence = server && (await Presence.enter(clusterUrl(cluster, server.port, 'postgres')));
    if (presence) {
      await rememberPort(cluster, server.port);
      log.info({ port: server.port, ms: Date.now() - from }, `embedded PostgreSQL ${launched ? 'started' : 'joined'}`);
      return { presence, server };
    }
    if (launched?.failed) await throwUnlessPassing(cluster, launched);
    if (!server && (!launched || launched.ended)) {
      launched = await launch(cluster, await choosePort(cluster), settings);
    }
    await pause(15);
  }
  throw new SetupError(`The embedded database is not responding (see ${cluster.log})`);
}

async function createDatabase({ client }: Presence): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount) return;
  await client.query(`create database ${DATABASE}`).catch((error: { code?: string }) => {
    if (error.code !== '42P04' && error.code !== '23505') throw error; // another process was faster
  });
}
