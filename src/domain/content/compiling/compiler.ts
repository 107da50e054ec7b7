import { startThread, workerFile } from '../../../threads/thread.ts';
import { WorkerLost, WorkerPool } from '../../../threads/worker-pool.ts';
import type { Source } from './compile.ts';
import { SourceProblem } from './source-problem.ts';
import type { Answer } from './worker.ts';

/** A long newsletter takes half a second; what takes longer than this was not made by hand. */
const KILL_MS = 3_000;
const HEAP_MB = 256;

const start = () => startThread(workerFile(import.meta.url, 'worker'), HEAP_MB);

let pool: WorkerPool<Source, Answer> | undefined;

/**
 * Makes the HTML of a template in a thread of its own, which is killed if it takes too long. Once per version of a
 * template: sending only fills in what differs between recipients. `owner`: the key of the team, which takes turns with
 * others. Throws SourceProblem.
 */
export async function compileTemplate(source: Source, owner: number): Promise<string> {
  if (isReady(source)) return source.content;
  pool ??= new WorkerPool({ size: 1, start, limit: KILL_MS });
  const answer = await pool.run(source, { owner }).catch(refused);
  if ('html' in answer) return answer.html;
  throw new SourceProblem(answer.problem, answer.place);
}

/** Ends the thread. The next template starts another one. */
export async function closeCompiling(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}

/** Nothing to inline: most templates that programs make are whole already. */
const isReady = ({ editor, content, styles }: Source): boolean =>
  editor === 'html' && styles === '' && !/<style[\s>]/i.test(content);

function refused(error: unknown): Answer {
  if (!(error instanceof WorkerLost)) throw error;
  return { problem: error.why === 'time' ? 'it takes too long to compile' : 'it is too large to compile' };
}
