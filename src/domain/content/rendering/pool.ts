import { startThread, workerFile } from '../../../threads/thread.ts';
import { WorkerLost, WorkerPool } from '../../../threads/worker-pool.ts';
import type { Answer, Job, NamedPath, Rendered } from './job.ts';
import { HEAP_MB, KILL_MS, SOURCE_CHARACTERS } from './limits.ts';
import type { TemplateProblem } from './problem.ts';

/** A template that cannot be rendered. The message explains the problem to its author, with its position if known. */
export class RenderError extends Error {
  /** The template ran out of time. On a busy machine another try may succeed. */
  readonly slow: boolean;
  constructor(message: string, slow = false) {
    super(message);
    this.slow = slow;
  }
}

export interface RenderInput {
  subject: string;
  /** Of a campaign. */
  preheader?: string;
  /** Absent: made from the rendered `text`, which is required then. */
  html?: string;
  /** Absent: made from the rendered HTML. */
  text?: string;
  /** Values by name. Only JSON values reach the template. */
  mergeData: Record<string, unknown>;
  /** The language of the mail, such as "de-AT". Default: the subscriber's locale. */
  language?: string | null;
  /** Whether to return warnings for the author of the template. */
  warn?: boolean;
  /** Whether a variable without a value stops the message. */
  strict?: boolean;
  /** Whether to return the variables without a value. */
  watch?: boolean;
  /** The key of the team. */
  owner?: number;
}

const WORKERS = 2;

const start = () => startThread(workerFile(import.meta.url, 'rendering-worker'), HEAP_MB);

const LOST: Record<WorkerLost['why'], string> = {
  time: 'The template takes too long to render.',
  memory: 'The template needs too much memory.',
  crash: 'The template could not be rendered.',
};

let pool: WorkerPool<Job, Answer> | undefined;

/**
 * Parses a template without rendering it. Returns its first error, or undefined. `thorough`: also reports sources that
 * render but are surely mistakes, such as a filter with too many arguments.
 */
export async function checkTemplate(
  source: string,
  owner?: number,
  thorough = false,
): Promise<TemplateProblem | undefined> {
  if (source.length > SOURCE_CHARACTERS) return { line: 1, column: 1, problem: 'the template is too long' };
  try {
    const answer = await askTwice({ kind: 'check', source, thorough }, owner);
    return answer.kind === 'checked' ? answer.problem : undefined;
  } catch (error) {
    if (error instanceof RenderError) return { line: 1, column: 1, problem: error.message };
    throw error;
  }
}

/**
 * Returns the variables that templates use, as paths. Ignores templates that do not parse. Returns none if the templates
 * together exceed the limits: names only serve warnings, which must not fail what they are about.
 */
export async function namesIn(sources: string[], owner?: number): Promise<NamedPath[]> {
  try {
    const answer = await askTwice({ kind: 'names', sources }, owner);
    return answer.kind === 'named' ? answer.paths : [];
  } catch (error) {
    if (error instanceof RenderError) return [];
    throw error;
  }
}

/**
 * Renders subject, HTML and text. Values are escaped in the HTML only, and the subject is put on one line. Throws
 * RenderError if the template does not parse, exceeds its limits of time, memory or size, or is strict and lacks a value.
 */
export async function renderTemplate({ mergeData, owner, ...source }: RenderInput): Promise<Rendered> {
  const job: Job = { kind: 'render', ...source, mergeData: JSON.stringify(mergeData) };
  const answer = await askTwice(job, owner);
  if (answer.kind === 'rendered') return answer.rendered;
  throw answer.kind === 'refused' ? new RenderError(answer.reason, answer.slow) : new RenderError(LOST.crash);
}

/** Asks once more if the template ran out of time, as the machine may have been busy. */
async function askTwice(job: Job, owner?: number): Promise<Answer> {
  try {
    const answer = await ask(job, owner);
    if (answer.kind !== 'refused' || !answer.slow) return answer;
  } catch (error) {
    if (!(error instanceof RenderError && error.slow)) throw error;
  }
  return ask(job, owner);
}

/** Ends the worker threads. The next render starts new ones. */
export async function closeRendering(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}

/** Runs a job in a worker. Throws RenderError if the job made its thread crash or run out of time or memory. */
export async function ask(job: Job, owner?: number): Promise<Answer> {
  pool ??= new WorkerPool({ size: WORKERS, start, limit: KILL_MS });
  try {
    return await pool.run(job, {
      owner,
      parts: job.kind !== 'render' && 'mergeData' in job ? job.mergeData.length : 1,
    });
  } catch (error) {
    if (error instanceof WorkerLost) throw new RenderError(LOST[error.why], error.why === 'time');
    throw error;
  }
}
