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
 * Processes of this program that listen on the same ports. Starts, replacements and restarts happen one at a time: the first
 * process creates and migrates the database, and a restart leaves the others running.
 */
export class ProcessGroup {
  readonly #log: Log;
  readonly #stopping = new AbortController();
  /** Processes that we end ourselves. */
  readonly #ending = new Set<Worker>();
  #changes: Promise<unknown> = Promise.resolve();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Runs `count` processes until `stop`, and replaces each that ends. Resolves to false if the first cannot start. */
  async run(count: number): Promise<boolean> {
    if (!(await this.#launch())) return this.#stopping.signal.aborted;
    cluster.on('exit', (worker, code, signal) => this.#replace(worker, code, signal));
    for (let number = 1; number < count; number++) await this.#launch();
    this.#log.info({ processes: count, pid: process.pid }, 'all processes are running; SIGHUP restarts them in turn');
    await aborted(this.#stopping.signal);
    await Promise.all(running().map((worker) => once(worker, 'exit')));
    return true;
  }

  /** Replaces every process by a new one, one after the other. Keeps the old ones if a new one cannot start. */
  restart(): void {
    this.#change(async () => {
      this.#log.info('restarting all processes in turn');
      for (const old of running()) {
        if (!(await this.#launch())) return this.#log.error('a new process could not start; the old ones keep running');
        this.#ending.add(old);
        old.process.kill('SIGTERM');
        if (!old.isDead()) await once(old, 'exit');
      }
      this.#log.info('all processes are restarted');
    });
  }

  /** Ends all processes. */
  stop(): void {
    this.#stopping.abort();
    for (const worker of running()) worker.process.kill('SIGTERM');
  }

  #replace(worker: Worker, code: number | null, signal: string | null): void {
    if (this.#stopping.signal.aborted || this.#ending.delete(worker)) return;
    this.#log.error({ ended: worker.process.pid, code, signal }, 'a process ended; starting another');
    this.#change(async () => {
      for (let pause = FIRST_PAUSE_MS; !(await this.#launch()); pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        await sleep(pause, undefined, { signal: this.#stopping.signal });
      }
    });
  }

  #change(work: () => Promise<unknown>): void {
    this.#changes = this.#changes.then(work).catch((error) => {
      if (!this.#stopping.signal.aborted) this.#log.error(error);
    });
  }

  /** Starts a process. Resolves when it answers requests, or to false if it ends before. */
  async #launch(): Promise<boolean> {
    if (this.#stopping.signal.aborted) return false;
    const worker = cluster.fork();
    this.#ending.add(worker); // until it serves, it is not replaced
    const serves = await Promise.race([isServing(worker), once(worker, 'exit').then(() => false)]);
    this.#ending.delete(worker);
    return serves;
  }
}

const running = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

async function isServing(worker: Worker): Promise<boolean> {
  for (;;) {
    const [message] = await once(worker, 'message');
    if (message === SERVING) return true;
  }
}
