import type { Worker } from 'node:worker_threads';
import { READY } from './ready.ts';

/** The worker did not survive its job. */
export class WorkerLost extends Error {
  readonly why: 'time' | 'memory' | 'crash';
  constructor(why: WorkerLost['why'], cause?: unknown) {
    super(`The rendering worker was lost: ${why}.`, { cause });
    this.why = why;
  }
}

interface Task<Job, Answer> {
  job: Job;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

interface Seat<Job, Answer> {
  worker: Worker;
  ready: boolean;
  task?: Task<Job, Answer>;
  clock?: NodeJS.Timeout;
}

interface Options {
  /** How many threads at most. */
  size: number;
  /** Starts one; it says `READY` when it can be asked. */
  start(): Worker;
  /** Milliseconds that a job may take. */
  limit: number;
}

/** How often workers may die before their first job until those who wait are told. */
const FALSE_STARTS = 3;

/** A few threads that each do one job at a time, by the clock: whoever runs over is killed and replaced. */
export class WorkerPool<Job, Answer> {
  readonly #options: Options;
  readonly #seats = new Set<Seat<Job, Answer>>();
  readonly #waiting: Task<Job, Answer>[] = [];
  #falseStarts = 0;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Gives the worker's answer. Throws WorkerLost when the job cost the worker its life. */
  run(job: Job): Promise<Answer> {
    if (this.#closed) return Promise.reject(new Error('Rendering is closed.'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const seats = [...this.#seats];
    this.#seats.clear();
    for (const task of [...this.#waiting.splice(0), ...seats.flatMap((seat) => seat.task ?? [])]) {
      task.reject(new Error('Rendering is closed.'));
    }
    await Promise.all(
      seats.map((seat) => {
        clearTimeout(seat.clock);
        return seat.worker.terminate();
      }),
    );
  }

  #assign(): void {
    for (const seat of this.#seats) {
      if (this.#waiting.length > 0 && seat.ready && !seat.task) this.#begin(seat, this.#waiting.shift()!);
    }
    const starting = [...this.#seats].filter((seat) => !seat.ready).length;
    for (
      let missing = this.#waiting.length - starting;
      missing > 0 && this.#seats.size < this.#options.size;
      missing--
    ) {
      this.#open();
    }
  }

  #begin(seat: Seat<Job, Answer>, task: Task<Job, Answer>): void {
    seat.task = task;
    seat.worker.ref();
    seat.worker.postMessage(task.job);
    // When this thread was the slow one the answer lies in the queue already: it gets one turn to be read.
    seat.clock = setTimeout(() => {
      setImmediate(() => seat.task === task && this.#lost(seat, new WorkerLost('time')));
    }, this.#options.limit);
  }

  #open(): void {
    const worker = this.#options.start();
    const seat: Seat<Job, Answer> = { worker, ready: false };
    this.#seats.add(seat);
    worker.on('message', (message: Answer | typeof READY) => this.#heard(seat, message));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      this.#lost(seat, new WorkerLost(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', error));
    });
    worker.on('exit', () => this.#lost(seat, new WorkerLost('crash')));
  }

  #heard(seat: Seat<Job, Answer>, message: Answer | typeof READY): void {
    if (!this.#seats.has(seat)) return;
    if (message === READY) {
      seat.ready = true;
      this.#falseStarts = 0;
    } else {
      clearTimeout(seat.clock);
      seat.task?.resolve(message);
      seat.task = undefined;
    }
    seat.worker.unref(); // a worker without a job keeps no process alive
    this.#assign();
  }

  #lost(seat: Seat<Job, Answer>, reason: WorkerLost): void {
    if (!this.#seats.delete(seat)) return;
    clearTimeout(seat.clock);
    seat.worker.terminate();
    seat.task?.reject(reason);
    if (!seat.ready && ++this.#falseStarts >= FALSE_STARTS) {
      const failure = new Error('The rendering worker does not start.', { cause: reason });
      for (const task of this.#waiting.splice(0)) task.reject(failure);
      this.#falseStarts = 0;
    }
    if (!this.#closed) {
      if (seat.ready && this.#waiting.length === 0) this.#open(); // warm again before somebody waits for it
      this.#assign();
    }
  }
}
