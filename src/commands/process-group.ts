import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { aborted } from './run.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Sent by a process when it answers requests. */
export const SERVING = 'serving';

/**
 * A number of processes of this program that listen on the same ports. They start and restart one at a time: the first
 * creates and migrates the database, and a restart leaves the others running.
 */
export class ProcessGroup {
  readonly #count: number;
  readonly #log: Log;
  readonly #stop: AbortSignal;
  #changes: Promise<unknown> = Promise.resolve();

  /** `stop` ends all processes. */
  constructor(count: number, log: Log, stop: AbortSignal) {
    this.#count = count;
    this.#log = log;
    this.#stop = stop;
  }

  /** Runs the processes until `stop`, and replaces each that ends. Resolves to false if the first cannot start. */
  async run(): Promise<boolean> {
    const stopped = aborted(this.#stop).then(() => {
      for (const worker of running()) worker.process.kill('SIGTERM');
    });
    if (!(await this.#launch()) && !this.#stop.aborted) return false;
    cluster.on('exit', ({ process: { pid }, exitedAfterDisconnect }, code, signal) => {
      if (this.#stop.aborted) return;
      if (!exitedAfterDisconnect) this.#log.error({ ended: pid, code, signal }, 'a process ended; starting another');
      this.#change(() => this.#fill());
    });
    await this.#change(() => this.#fill());
    if (!this.#stop.aborted)
      this.#log.info(
        { processes: this.#count, pid: process.pid },
        'all processes are running; SIGHUP restarts them in turn',
      );
    await stopped;
    await Promise.all(running().map((worker) => once(worker, 'exit')));
    return true;
  }

  /** Replaces every process by a new one, one after the other. Keeps the old ones if a new one cannot start. */
  restart(): void {
    void this.#change(async () => {
      this.#log.info('restarting all processes in turn');
      for (const old of running()) {
        if (!(await this.#launch())) return this.#log.error('a new process could not start; the old ones keep running');
        if (old.isDead()) continue;
        old.process.kill('SIGTERM');
        await once(old, 'exit');
      }
      this.#log.info('all processes are restarted');
    });
  }

  /** Starts processes until all are running. */
  async #fill(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (running().length < this.#count) {
      if (await this.#launch()) continue;
      await sleep(pause, undefined, { signal: this.#stop });
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }

  #change(work: () => Promise<unknown>): Promise<unknown> {
    this.#changes = this.#changes.then(work).catch((error) => {
      if (!this.#stop.aborted) this.#log.error(error);
    });
    return this.#changes;
  }

  /** Starts a process. Resolves when it answers requests, or to false if it ends before. */
  #launch(): Promise<boolean> {
    if (this.#stop.aborted) return Promise.resolve(false);
    const worker = cluster.fork();
    return new Promise((resolve) => {
      worker.on('message', (message) => {
        if (message === SERVING) resolve(true);
      });
      worker.once('exit', () => resolve(false));
    });
  }
}

const running = (): Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
