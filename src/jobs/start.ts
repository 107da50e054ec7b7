import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Task as GraphileTask, runTaskList, type Worker, type WorkerEvents } from 'graphile-worker';
import type { Config } from '../config.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Connection, Database } from '../database/connect.ts';
import type { Payload } from '../database/enqueue.ts';
import { dueJobs, queueLogger } from '../database/job-queue.ts';
import { pollForWork, waitAfter } from '../database/work-poller.ts';
import { AccountMailer } from '../delivery/account-emails/account-mailer.ts';
import type { Transport } from '../delivery/transports/transport.ts';
import type { MediaStore } from '../domain/media/media-store.ts';
import type { Surroundings } from '../domain/sending/check-records.ts';
import type { Log } from '../log.ts';
import { jobs } from '../metrics/metrics.ts';
import type { Dns } from '../network/dns.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { createScope, type JobName, WORKER } from '../scope.ts';
import { removeMedia, startSeriesRuns } from './due-work.ts';
import { readGmail } from './read-gmail.ts';
import { removeOld } from './remove-old.ts';
import { startAutomations } from './start-automations.ts';
import { startSweep } from './sweep.ts';
import type { Job } from './task.ts';
import { tasks } from './tasks.ts';
import { watchDomains } from './watch-domains.ts';

export interface RunningJobs {
  /** Claims no more jobs, and waits up to 8 s for running ones. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  connection: Connection;
  config: Pick<Config, 'databasePool' | 'mailFrom' | 'dataDir' | 'auditLogDays' | 'keep' | 'googleApiOrigin'> &
    Surroundings['config'];
  dns: Dns;
  outbound: Outbound;
  media: MediaStore;
  vault: Vault;
  log: Log;
  /** The transport of account e-mails. Absent: that of MAIL_URL, or the outbox. */
  transport?: Transport;
}

const MAX_AT_ONCE = 3;
const POLL_MS = 2_000;
const STOP_MS = 8_000;
const START_AGAIN_MS = 2_000;

/**
 * Runs the installation's jobs until it is stopped. Any number of processes may run this at the same time. It survives
 * outages of the database.
 */
export function startJobs({
  connection,
  config,
  dns,
  outbound,
  media,
  vault,
  log,
  transport,
}: JobsOptions): RunningJobs {
  const stopping = new AbortController();
  const stopRequested = once(stopping.signal, 'abort');
  const services = [
    startSweep(connection.db, config, log),
    startSeriesRuns(connection.db, { config, outbound }, log),
    startAutomations(connection.db, log),
    removeOld(connection.db, config, log),
    removeMedia(media, log),
    watchDomains(connection.db, { dns, config }, log),
    readGmail(connection.db, { config, outbound, vault }, log),
  ];
  const mailer = new AccountMailer(config, outbound, transport);
  const working = work();

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await runUntilBroken();
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'cannot run jobs; trying again');
      }
      await sleep(START_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** Runs the queue until it ends or loses a worker: a worker that cannot record the end of a job quits for good. */
  async function runUntilBroken(): Promise<void> {
    const events = new EventEmitter() as WorkerEvents;
    const broken = new Promise<void>((resolve) => {
      events.on('worker:fatalError', () => resolve());
    });
    const names = Object.keys(tasks) as JobName[];
    const stopWaking = wakeWorkers(connection.db, names, events);
    // Not `run`: it also starts the queue's timetable, which we do not use, and which ends the process if its first query fails.
    const workers = runTaskList(
      {
        concurrency: Math.min(MAX_AT_ONCE, Math.ceil(config.databasePool / 3)),
        pollInterval: waitAfter(connection.db, 0, POLL_MS),
        noHandleSignals: true,
        logger: queueLogger(log),
        events,
      },
      Object.fromEntries(names.map((name) => [name, taskOf(name)])),
      connection.pool,
    );
    const ended = workers.promise.catch((error: Error) =>
      log.error({ reason: error.message }, 'jobs were interrupted'),
    );
    await Promise.race([broken, ended, stopRequested]);
    stopWaking();
    await workers.gracefulShutdown().catch(() => {}); // fails when the workers have already ended
    await ended;
  }

  function taskOf<Name extends JobName>(name: Name): GraphileTask {
    return async (payload) => {
      const { teamId } = payload as Payload<Name>;
      const stop = jobs.startTimer({ task: name });
      try {
        const scope = createScope(connection.db, { id: teamId }, WORKER);
        const again: Job<Name>['again'] = (payload, options) => scope.enqueue(name, payload, options);
        await tasks[name]({ scope, payload: payload as Payload<Name>, log, mailer, keep: config.keep, again });
        stop({ outcome: 'done' });
      } catch (error) {
        stop({ outcome: 'failed' });
        throw error;
      }
    };
  }

  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([
        Promise.all([working, ...services.map((stop) => stop())]),
        sleep(STOP_MS, undefined, { ref: false }),
      ]);
      await mailer.close();
    },
  };
}

const LOOK_MS = 1_000;

/**
 * Wakes a worker of the job queue when a job is due, with one query for all workers instead of one each. An enqueued job wakes
 * them at once by the queue's own notice. Returns a function that ends this.
 */
function wakeWorkers(db: Database, names: readonly string[], events: WorkerEvents): () => void {
  const workers = new Set<Worker>();
  events.on('worker:create', ({ worker }) => workers.add(worker));
  for (const end of ['worker:release', 'worker:stop', 'worker:fatalError'] as const) {
    events.on(end, ({ worker }: { worker: Worker }) => workers.delete(worker));
  }
  // A worker that gets a job wakes no other: the first free worker takes the next job at once.
  const wake = () => void [...workers].some((worker) => worker.nudge());
  return pollForWork(db, { what: dueJobs(names), everyMs: LOOK_MS, wake });
}
