import type { Worker } from 'node:worker_threads';
import { FairScheduler } from './fair-scheduler.ts';
import { READY } from './ready.ts';

/** The worker died during its job. */
export class WorkerLost extends Error {
  readonly why: 'time' | 'memory' | 'crash';
  constructor(why: WorkerLost['why'], cause?: unknown) {
    super(`The rendering worker ended unexpectedly: ${why}.`, { cause });
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

interface PooledThread<Job, Answer> {
  worker: Worker;
  ready: boolean;
  task?: Task<Job, Answer>;
  /** Ends the thread when its task, or its idle time, is too long. */
  clock?: NodeJS.Timeout;
  /** When its task started. */
  since: number;
}

interface Options {
  /** The most threads. */
  size: number;
  /** Starts a worker, which sends `READY` when it can take jobs. */
  start(): Worker;
  /** Time limit of a job, in milliseconds. */
  limit: number;
  /** Milliseconds after which an idle thread ends. */
  idle?: number;
}

/** Long enough for a person who edits a template; a thread that compiles MJML holds 50 MB. */
const IDLE_MS = 60_000;

/** After this many workers died before they were ready, waiting jobs fail. */
const FALSE_STARTS = 3;

/** A pool of threads, each with one job at a time. A worker over the time limit is killed and replaced; an idle one ends. */
export class WorkerPool<Job, Answer> {
  readonly #options: Options;
  readonly #threads = new Set<PooledThread<Job, Answer>>();
  readonly #scheduler: FairScheduler<Task<Job, Answer>>;
  #falseStarts = 0;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#scheduler = new FairScheduler(options.size);
  }

  /**
   * Returns the worker's answer. Throws WorkerLost when the worker died. `owner`: the owner of the job, so that one owner's slow
   * jobs do not block another's. `parts`: the number of steps in the job.
   */
  run(job: Job, { owner, parts = 1 }: { owner?: number; parts?: number } = {}): Promise<Answer> {
    if (this.#closed) return Promise.reject(new Error('Rendering has stopped.'));
    return new Promise((resolve, reject) => {
      this.#scheduler.add({ job, owner, parts, resolve, reject });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const threads = [...this.#threads];
    this.#threads.clear();
    for (const task of [...this.#scheduler.empty(), ...threads.flatMap((thread) => thread.task ?? [])]) {
      task.reject(new Error('Rendering has stopped.'));
    }
    await Promise.all(
      threads.map((thread) => {
        clearTimeout(thread.clock);
        return thread.worker.terminate();
      }),
    );
  }

  #assign(): void {
    const ready = [...this.#threads].filter((thread) => thread.ready);
    for (const thread of ready) {
      if (thread.task || this.#scheduler.waiting === 0) continue;
      const running = ready.flatMap(({ task }) => task ?? []);
      const task = this.#scheduler.next(running, ready.length);
      if (task) this.#begin(thread, task);
    }
    const starting = this.#threads.size - ready.length;
    for (
      let missing = this.#scheduler.waiting - starting;
      missing > 0 && this.#threads.size < this.#options.size;
      missing--
    ) {
      this.#open();
    }
  }

  #begin(thread: PooledThread<Job, Answer>, task: Task<Job, Answer>): void {
    clearTimeout(thread.clock);
    thread.task = task;
    thread.since = performance.now();
    thread.worker.ref();
    thread.worker.postMessage(task.job);
    // If this thread was blocked, the answer may already be queued: let the event loop read it first.
    thread.clock = setTimeout(() => {
      setImmediate(() => thread.task === task && this.#lost(thread, new WorkerLost('time')));
    }, this.#options.limit);
  }

  #open(): void {
    const worker = this.#options.start();
    const thread: PooledThread<Job, Answer> = { worker, ready: false, since: 0 };
    this.#threads.add(thread);
    worker.on('message', (message: Answer | typeof READY) => this.#onMessage(thread, message));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      this.#lost(thread, new WorkerLost(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', error));
    });
    worker.on('exit', () => this.#lost(thread, new WorkerLost('crash')));
  }

  #onMessage(thread: PooledThread<Job, Answer>, message: Answer | typeof READY): void {
    if (!this.#threads.has(thread)) return;
    if (message === READY) {
      thread.ready = true;
      this.#falseStarts = 0;
    } else {
      clearTimeout(thread.clock);
      this.#finished(thread)?.resolve(message);
    }
    thread.worker.unref(); // an idle worker must not keep the process alive
    this.#assign();
    if (!thread.task) thread.clock = setTimeout(() => this.#end(thread), this.#options.idle ?? IDLE_MS).unref();
  }

  #end(thread: PooledThread<Job, Answer>): void {
    this.#threads.delete(thread);
    void thread.worker.terminate();
  }

  #lost(thread: PooledThread<Job, Answer>, reason: WorkerLost): void {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.clock);
    thread.worker.terminate();
    this.#finished(thread)?.reject(reason);
    if (!thread.ready && ++this.#falseStarts >= FALSE_STARTS) {
      const failure = new Error('The rendering worker does not start.', { cause: reason });
      for (const task of this.#scheduler.empty()) task.reject(failure);
      this.#falseStarts = 0;
    }
    if (!this.#closed) {
      if (thread.ready && this.#scheduler.waiting === 0) this.#open(); // warm up a replacement before it is needed
      this.#assign();
    }
  }

  #finished(thread: PooledThread<Job, Answer>): Task<Job, Answer> | undefined {
    const { task } = thread;
    if (task) this.#scheduler.ran(task, performance.now() - thread.since);
    thread.task = undefined;
    return task;
  }
}
