import { startThread, workerFile } from '../../../threads/thread.ts';
import { WorkerLost, WorkerPool } from '../../../threads/worker-pool.ts';
import type { Output, Source } from './compile.ts';
import type { Answer } from './compiling-worker.ts';
import { SourceProblem } from './source-problem.ts';

/** A long newsletter takes half a second. */
const KILL_MS = 3_000;
const HEAP_MB = 256;

const start = () => startThread(workerFile(import.meta.url, 'compiling-worker'), HEAP_MB);

let pool: WorkerPool<Source, Answer> | undefined;

/**
 * Compiles a template to HTML in a worker thread, which is killed if it takes too long. This happens once per version of a
 * template; sending only renders it. `owner`: the team's key, for sharing the thread fairly. Throws SourceProblem.
 */
export async function compileTemplate(source: Source, owner: number): Promise<Output> {
  if (isReady(source)) return { html: source.content, warnings: [] };
  pool ??= new WorkerPool({ size: 1, start, limit: KILL_MS });
  const answer = await pool.run(source, { owner }).catch(problemOfLost);
  if ('html' in answer) return answer;
  throw new SourceProblem(answer.problem, answer.position, answer.field);
}

/** Ends the thread. The next template starts a new one. */
export async function closeCompiling(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}

/** HTML without styles needs no compiling. Most templates created through the API are like this. */
const isReady = ({ editor, content, styles }: Source): boolean =>
  editor === 'html' && styles === '' && !/<style[\s>]/i.test(content);

function problemOfLost(error: unknown): Answer {
  if (!(error instanceof WorkerLost)) throw error;
  return { problem: error.why === 'time' ? 'it takes too long to compile' : 'it is too large to compile' };
}
