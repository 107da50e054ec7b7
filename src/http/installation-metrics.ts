import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { countJobs } from '../database/job-queue.ts';
import { countOpenImports } from '../domain/imports/imports.ts';
import { readQueueDepths } from '../domain/ledger/queue-depth.ts';
import { readBackupAges } from '../domain/platform/last-backup.ts';
import { version } from '../domain/platform/version.ts';
import { countPauses } from '../domain/transports/sending-pauses.ts';
import type { Installation } from '../installation.ts';
import { createGauge } from '../metrics/metrics.ts';

/** The maximum age of figures, so that frequent scrapes do not load the database. */
const FRESH_MS = 5_000;
/** A scrape must not hang with the database. */
const PATIENCE_MS = 2_000;

/**
 * Metrics read on request instead of counted: the queues in the database, and this process's database connections.
 */
export function createInstallationMetrics({ connection, pubsub, requestLimit }: Installation): () => Promise<Registry> {
  const registry = new Registry();
  const gauge = (name: string, help: string, ...labels: string[]) => createGauge(registry, name, help, ...labels);
  const up = gauge('database_up', 'Whether the database answered (1) or not (0).');
  const listening = gauge('database_listening', 'Whether notifications from other processes arrive (1) or not (0).');
  const pool = gauge(
    'database_connections',
    'Database connections of this process, and queries waiting for one.',
    'state',
  );
  const inProgress = gauge('http_requests_in_progress', 'REST and GraphQL requests in progress in this process.');
  const queue = gauge('queue_messages', 'Messages waiting to be sent, for all teams.', 'kind');
  const age = gauge('queue_oldest_due_seconds', 'Seconds since the oldest message became due.', 'kind');
  const pauses = gauge('sending_pauses', 'Paused transports and recipient domains.', 'of');
  const imports = gauge('imports', 'Unfinished imports.', 'status');
  const jobs = gauge('jobs', 'Background jobs in the queue.', 'task', 'state');
  const backups = gauge('last_backup_age_seconds', 'Seconds since the last database backup.', 'made_by');
  const build = gauge(
    'build_info',
    'The version of this process, as a label. The value is always 1.',
    'version',
    'node',
  );
  build.set({ version: version(), node: process.version }, 1);
  const fromDatabase = [queue, age, pauses, imports, jobs, backups];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  /** If the database does not answer, its metrics are absent rather than stale. */
  async function read(): Promise<void> {
    const { db } = connection;
    const found = await Promise.all([
      readQueueDepths(db),
      countPauses(db),
      countOpenImports(db),
      countJobs(db),
      readBackupAges(db),
    ]).catch(() => undefined);
    for (const one of fromDatabase) one.reset();
    up.set(found ? 1 : 0);
    if (!found) return;
    const [depths, paused, open, waiting, ages] = found;
    for (const { kind, waiting, oldestDueSeconds } of depths) {
      queue.set({ kind }, waiting);
      age.set({ kind }, oldestDueSeconds);
    }
    for (const of of ['transport', 'domain'] as const) pauses.set({ of }, paused[of]);
    for (const status of ['draft', 'processing'] as const) imports.set({ status }, open[status]);
    for (const { task, state, count } of waiting) jobs.set({ task, state }, count);
    for (const { madeBy, seconds } of ages) backups.set({ made_by: madeBy }, seconds);
    readAt = performance.now();
  }

  return async () => {
    if (performance.now() - readAt > FRESH_MS) {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      const late = sleep(PATIENCE_MS, true, { ref: false });
      if (await Promise.race([reading.then(() => false), late])) {
        for (const one of fromDatabase) one.reset();
        up.set(0);
      }
    }
    listening.set(pubsub.listening ? 1 : 0);
    inProgress.set(requestLimit.count);
    pool.set({ state: 'open' }, connection.pool.totalCount);
    pool.set({ state: 'idle' }, connection.pool.idleCount);
    pool.set({ state: 'awaited' }, connection.pool.waitingCount);
    return registry;
  };
}
