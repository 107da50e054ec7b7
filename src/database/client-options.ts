import { hostname } from 'node:os';
import type pg from 'pg';
import { type DatabaseUrl, readDatabaseUrl } from './database-url.ts';
import { valueReaders } from './read-time.ts';

/** How long a call may wait for a connection of a pool, in milliseconds. */
export const CONNECT_MS = 10_000;

/** How long opening a connection may take: attempts from an outage should not be in the way afterwards. */
const OPEN_MS = 6_000;

/** For a connection with only short statements: how long it may take to open, and each statement. */
const SHORT_MS = 5_000;

/** When the kernel probes a quiet peer. It probes ten more times, a second apart, and gives up. */
const KEEPALIVE_MS = 10_000;

/** Where this process connects, among the options of a URL. */
export interface Target {
  /** The index of the host in its list. */
  host: number;
  encrypted: boolean;
}

const targets = new Map<string, { read: DatabaseUrl; target: Target }>();

/** The content of a URL, and the current target: at first the first host, with TLS only if required. */
export function targetOf(url: string): { read: DatabaseUrl; target: Target } {
  const known = targets.get(url);
  if (known) return known;
  const read = readDatabaseUrl(url);
  const found = { read, target: { host: 0, encrypted: read.tls.use === 'always' } };
  targets.set(url, found);
  return found;
}

/** Directs later connections to another host of the URL, or to TLS on or off. */
export function setTarget(url: string, target: Target): void {
  targetOf(url).target = target;
}

let last = 0;

/**
 * A name that is unique among all connections of all processes, to find this connection in `pg_stat_activity`. PostgreSQL keeps
 * 63 bytes.
 */
const nextName = (program = 'tidings'): string =>
  `${program.slice(0, 20)} ${hostname().slice(0, 20)}/${process.pid}/${++last}`;

/**
 * The options of every connection of this program to the database at `url`. Each connection has its own name, and a peer that
 * vanishes while the connection is quiet is noticed within 20 seconds.
 */
export function clientOptions(url: string, at: Target = targetOf(url).target): pg.ClientConfig {
  const { hosts, user, password, database, program, tls, settings } = targetOf(url).read;
  const { host, port } = hosts[at.host] as DatabaseUrl['hosts'][number];
  return {
    ...settings,
    ...(host !== undefined && { host }),
    port,
    user,
    password,
    database,
    ssl: at.encrypted && !host?.startsWith('/') ? { ...tls.options } : false,
    application_name: nextName(program),
    connectionTimeoutMillis: OPEN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    types: valueReaders,
  };
}

/** Like `clientOptions`, for short statements only: one that takes longer fails, and leaves the connection unusable. */
export const shortClientOptions = (url: string, at?: Target): pg.ClientConfig => ({
  ...clientOptions(url, at),
  connectionTimeoutMillis: SHORT_MS,
  query_timeout: SHORT_MS,
});
