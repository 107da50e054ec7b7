import { startThread, workerFile } from '../../../threads/thread.ts';
import { WorkerLost, WorkerPool } from '../../../threads/worker-pool.ts';
import type { Answer, Job, Rendered } from './job.ts';
import { HEAP_MB, KILL_MS, SOURCE_CHARACTERS } from './limits.ts';
import type { TemplateProblem } from './problem.ts';

/** A template that gives no message. The text is for the template's author: it says what is wrong and, where known, where. */
export class RenderError extends Error {
  /** It ran out of time: on a machine that is short of it, another try may do. */
  readonly slow: boolean;
  constructor(message: string, slow = false) {
    super(message);
    this.slow = slow;
  }
}

export interface RenderInput {
  subject: string;
  html: string;
  /** Absent: made from the rendered HTML. */
  text?: string;
  /** Plain values by name. What JSON cannot say does not reach the template. */
  scope: Record<string, unknown>;
  /** Whether to say what its author may want to know. */
  warn?: boolean;
  /** Whose it is: the key of a team. */
  owner?: number;
}

const WORKERS = 2;

const start = () => startThread(workerFile(import.meta.url, 'worker'), HEAP_MB);

const LOST: Record<WorkerLost['why'], string> = {
  time: 'The template takes too long to render.',
  memory: 'The template needs too much memory.',
  crash: 'The template could not be rendered.',
};

let pool: WorkerPool<Job, Answer> | undefined;

/** Reads a template without rendering it. Gives the first thing wrong with it, or undefined when it can be used. */
export async function checkTemplate(source: string, owner?: number): Promise<TemplateProblem | undefined> {
  if (source.length > SOURCE_CHARACTERS) return { line: 1, column: 1, problem: 'the template is too long' };
  try {
    const answer = await ask({ kind: 'check', source }, owner);
    return answer.kind === 'checked' ? answer.problem : undefined;
  } catch (error) {
    if (error instanceof RenderError) return { line: 1, column: 1, problem: error.message };
    throw error;
  }
}

/**
 * Fills subject, HTML and text from one scope; values are escaped in the HTML alone, and the subject is one line.
 * Throws RenderError when the template is at fault: it does not parse, or wants more time, memory or room than it may have.
 */
export async function renderTemplate({ subject, html, text, scope, warn, owner }: RenderInput): Promise<Rendered> {
  const answer = await ask({ kind: 'render', subject, html, text, scope: JSON.stringify(scope), warn }, owner);
  if (answer.kind === 'rendered') return answer.rendered;
  throw answer.kind === 'refused' ? new RenderError(answer.reason, answer.slow) : new RenderError(LOST.crash);
}

/** Ends the worker threads. The next render starts new ones. */
export async function closeRendering(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}

/** Throws RenderError when the job cost a thread its life. */
export async function ask(job: Job, owner?: number): Promise<Answer> {
  pool ??= new WorkerPool({ size: WORKERS, start, limit: KILL_MS });
  try {
    return await pool.run(job, { owner, parts: job.kind === 'render-many' ? job.scopes.length : 1 });
  } catch (error) {
    if (error instanceof WorkerLost) throw new RenderError(LOST[error.why], error.why === 'time');
    throw error;
  }
}
