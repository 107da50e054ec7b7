import type { Worker } from 'node:worker_threads';
import { FairScheduler } from './fair-scheduler.ts';
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
  owner?: number;
  parts: number;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

interface Seat<Job, Answer> {
  worker: Worker;
  ready: boolean;
  task?: Task<Job, Answer>;
  clock?: NodeJS.Timeout;
  /** When its task began. */
  since: number;
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
  readonly #turns: FairScheduler<Task<Job, Answer>>;
  #falseStarts = 0;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#turns = new FairScheduler(options.size);
  }

  /**
   * Gives the worker's answer. Throws WorkerLost when the job cost the worker its life. `owner`: whose it is, so that
   * nobody's slow jobs hold up another's; `parts`: how many it is made of.
   */
  run(job: Job, { owner, parts = 1 }: { owner?: number; parts?: number } = {}): Promise<Answer> {
    if (this.#closed) return Promise.reject(new Error('Rendering is closed.'));
    return new Promise((resolve, reject) => {
      this.#turns.add({ job, owner, parts, resolve, reject });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const seats = [...this.#seats];
    this.#seats.clear();
    for (const task of [...this.#turns.empty(), ...seats.flatMap((seat) => seat.task ?? [])]) {
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
    const ready = [...this.#seats].filter((seat) => seat.ready);
    for (const seat of ready) {
      if (seat.task || this.#turns.waiting === 0) continue;
      const running = ready.flatMap(({ task }) => task ?? []);
      const task = this.#turns.next(running, ready.length);
      if (task) this.#begin(seat, task);
    }
    const starting = this.#seats.size - ready.length;
    for (
      let missing = this.#turns.waiting - starting;
      missing > 0 && this.#seats.size < this.#options.size;
      missing--
    ) {
      this.#open();
    }
  }

  #begin(seat: Seat<Job, Answer>, task: Task<Job, Answer>): void {
    seat.task = task;
    seat.since = performance.now();
    seat.worker.ref();
    seat.worker.postMessage(task.job);
    // When this thread was the slow one the answer lies in the queue already: it gets one turn to be read.
    seat.clock = setTimeout(() => {
      setImmediate(() => seat.task === task && this.#lost(seat, new WorkerLost('time')));
    }, this.#options.limit);
  }

  #open(): void {
    const worker = this.#options.start();
    const seat: Seat<Job, Answer> = { worker, ready: false, since: 0 };
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
      this.#finished(seat)?.resolve(message);
    }
    seat.worker.unref(); // a worker without a job keeps no process alive
    this.#assign();
  }

  #lost(seat: Seat<Job, Answer>, reason: WorkerLost): void {
    if (!this.#seats.delete(seat)) return;
    clearTimeout(seat.clock);
    seat.worker.terminate();
    this.#finished(seat)?.reject(reason);
    if (!seat.ready && ++this.#falseStarts >= FALSE_STARTS) {
      const failure = new Error('The rendering worker does not start.', { cause: reason });
      for (const task of this.#turns.empty()) task.reject(failure);
      this.#falseStarts = 0;
    }
    if (!this.#closed) {
      if (seat.ready && this.#turns.waiting === 0) this.#open(); // warm again before somebody waits for it
      this.#assign();
    }
  }

  #finished(seat: Seat<Job, Answer>): Task<Job, Answer> | undefined {
    const { task } = seat;
    if (task) this.#turns.ran(task, performance.now() - seat.since);
    seat.task = undefined;
    return task;
  }
}
