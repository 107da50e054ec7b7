import { hostname } from 'node:os';
import type pg from 'pg';
import { type DatabaseUrl, readDatabaseUrl } from './database-url.ts';

/** How long a call may wait for a connection of a pool, in milliseconds. */
export const CONNECT_MS = 10_000;

/** How long opening one may take: those that were begun in the dark should not be in the way when it is light again. */
const OPEN_MS = 6_000;

/** How long a connection whose statements are all short may take to open, and each of them. */
const SHORT_MS = 5_000;

/** When the kernel asks a quiet peer whether it is still there. Node asks ten more times, a second apart, and gives up. */
const KEEPALIVE_MS = 10_000;

/** Where this process connects to, of what an address allows. */
export interface Target {
  /** The place of the host in its list. */
  host: number;
  encrypted: boolean;
}

const targets = new Map<string, { read: DatabaseUrl; target: Target }>();

/** What an address says, and where this process connects to: at first the first host, with TLS only if there must be. */
export function targetOf(url: string): { read: DatabaseUrl; target: Target } {
  const known = targets.get(url);
  if (known) return known;
  const read = readDatabaseUrl(url);
  const found = { read, target: { host: 0, encrypted: read.tls.use === 'always' } };
  targets.set(url, found);
  return found;
}

/** Has later connections go to another host of the address, or with TLS or without. */
export function setTarget(url: string, target: Target): void {
  targetOf(url).target = target;
}

let last = 0;

/** A name that no other connection of any process has: who finds it in `pg_stat_activity` has found this connection. PostgreSQL keeps 63 bytes. */
const nextName = (program = 'tidings'): string =>
  `${program.slice(0, 20)} ${hostname().slice(0, 20)}/${process.pid}/${++last}`;

/**
 * The options of a connection to the database at `url`, the same for every connection of this program. It has a name of its
 * own, and a peer that vanishes from the network while the connection is quiet is noticed within 20 seconds.
 */
export function clientOptions(url: string, at: Target = targetOf(url).target): pg.ClientConfig {
  const { hosts, user, password, database, program, tls, settings } = targetOf(url).read;
  const { host, port } = hosts[at.host] as DatabaseUrl['hosts'][number];
  return {
    ...settings,
    ...(host !== undefined && { host }),
    ...{ port, user, password, database },
    ssl: at.encrypted && !host?.startsWith('/') ? { ...tls.options } : false,
    application_name: nextName(program),
    connectionTimeoutMillis: OPEN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
  };
}

/** The same for a connection whose statements are all short: one that takes longer fails, and the connection is of no more use. */
export const shortClientOptions = (url: string, at?: Target): pg.ClientConfig => ({
  ...clientOptions(url, at),
  connectionTimeoutMillis: SHORT_MS,
  query_timeout: SHORT_MS,
});
