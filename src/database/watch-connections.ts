import type pg from 'pg';
import type { Log } from '../log.ts';
import { askAboutConnections } from './ask-about-connections.ts';
import { chooseHostAgain } from './choose-host.ts';
import { applicationNameOf, bytesOf, cut, endOrCut, isBusy, onCode } from './cut.ts';

const EVERY_MS = 1_000;

/** How long a connection with a running statement may stay silent before the database is asked about it. */
const SILENT_MS = 5_000;

/** Like `SILENT_MS`, but for a connection older than one that was found dead. */
const SILENT_SINCE_OTHERS_DIED_MS = 2_000;

/** The limit when the database cannot be asked: it has no free connection, or a pooler hides the names. */
const UNKNOWN_MS = 60_000;

/** PostgreSQL's code for a write to a read-only server: a demoted server keeps the connections of readers and writers alike. */
export const READ_ONLY = '25006';

interface Watched {
  name: string;
  bytes: number;
  /** The `performance.now()` since which a running statement has received no byte. */
  quietSince: number;
  /** The database reported that it is not working on the statement. The response may still be on its way. */
  isDoubted: boolean;
  /** The connection is not in use. */
  isIdle: boolean;
  /** It is not used again: others of the same age were dead. */
  isOld: boolean;
}

export interface ConnectionWatch {
  /** Ends the watch. `close`: also cuts open connections. */
  stop(): void;
  cutAll(): void;
}

/**
 * Watches the connections of a pool for silent deaths: a host vanished, or a firewall dropped them. A time limit for statements
 * would cut long reports too, so the database itself is asked, over a new connection, about each statement that has been silent
 * for five seconds. If it is working on the statement, the connection stays. Otherwise it is cut, its statement fails, and all
 * connections of its age are replaced. The remains of dead connections in the database, including locks, are ended there.
 * Connections to a database that became read-only are treated the same (docs/adr/0154).
 */
export function watchConnections(pool: pg.Pool, url: string, log?: Log): ConnectionWatch {
  const clients = new Map<pg.ClientBase, Watched>();
  /** Names of cut connections, to be ended in the database. */
  const left = new Set<string>();
  let asking = false;
  let renewedAt = Number.NEGATIVE_INFINITY;

  pool.on('connect', (client) => {
    const name = applicationNameOf(client);
    const bytes = bytesOf(client);
    clients.set(client, {
      name,
      bytes,
      quietSince: performance.now(),
      isDoubted: false,
      isIdle: false,
      isOld: false,
    });
    onCode(client, READ_ONLY, renewAtMostEachSecond);
  });
  pool.on('acquire', (client) => mark(client, false));
  pool.on('release', (_error, client) => {
    mark(client, true);
    if (clients.get(client)?.isOld) void endOrCut(client as pg.Client); // the pool removes ending connections
  });
  pool.on('remove', (client) => clients.delete(client));

  function mark(client: pg.ClientBase, isIdle: boolean): void {
    const watched = clients.get(client);
    if (watched) watched.isIdle = isIdle;
  }

  function end(client: pg.ClientBase, { name }: Watched): void {
    clients.delete(client);
    left.add(name);
    cut(client);
  }

  /** Replaces all current connections: at once, or when their transactions end. */
  function renew(): void {
    void chooseHostAgain(url);
    for (const [client, watched] of clients) {
      watched.isOld = true;
      if (watched.isIdle) end(client, watched);
    }
  }

  /** Every one of many calls meets the same read-only database. */
  function renewAtMostEachSecond(): void {
    if (performance.now() - renewedAt < EVERY_MS) return;
    renewedAt = performance.now();
    renew();
  }

  const silent = (now: number) =>
    [...clients].filter(
      ([, { quietSince, isOld }]) => now - quietSince >= (isOld ? SILENT_SINCE_OTHERS_DIED_MS : SILENT_MS),
    );

  function look(): void {
    const now = performance.now();
    for (const [client, watched] of clients) {
      const bytes = bytesOf(client);
      if (isBusy(client) && bytes === watched.bytes) continue;
      Object.assign(watched, { bytes, quietSince: now, isDoubted: false });
    }
    if (!asking && (silent(now).length > 0 || left.size > 0)) void ask(silent(now));
  }

  async function ask(asked: [pg.ClientBase, Watched][]): Promise<void> {
    asking = true;
    const toEnd = [...left];
    const answer = await askAboutConnections(
      url,
      asked.map(([, { name }]) => name),
      toEnd,
    );
    asking = false;
    if (answer.kind === 'known') for (const name of toEnd) left.delete(name);
    // A statement may have been answered in the meantime.
    const still = asked.filter(
      ([client, { bytes }]) => clients.has(client) && isBusy(client) && bytesOf(client) === bytes,
    );
    const dead = still.filter(([, watched]) => {
      if (answer.kind === 'unreachable') return true;
      if (answer.kind === 'unknown') return performance.now() - watched.quietSince >= UNKNOWN_MS;
      const wasDoubted = watched.isDoubted;
      watched.isDoubted = !answer.working.has(watched.name);
      if (!watched.isDoubted) watched.quietSince = performance.now();
      return wasDoubted && watched.isDoubted;
    });
    if (dead.length === 0) return;
    for (const [client, watched] of dead) end(client, watched);
    renew();
    log?.warn({ connections: dead.length }, 'database connections stopped responding; opening new ones');
  }

  const timer = setInterval(look, EVERY_MS).unref();
  return {
    stop: () => clearInterval(timer),
    cutAll: () => {
      for (const client of clients.keys()) cut(client);
    },
  };
}
