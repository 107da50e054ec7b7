import { parentPort } from 'node:worker_threads';
import { READY } from '../../../threads/ready.ts';
import { describeProblem } from '../rendering/problem.ts';
import { compile, type Output, type Source } from './compile.ts';
import { type Position, type SourceField, SourceProblem } from './source-problem.ts';

/** The HTML, or the error in the source. */
export type Answer = Output | { problem: string; position?: Position; field?: SourceField };

async function answer(source: Source): Promise<Answer> {
  try {
    return await compile(source);
  } catch (error) {
    if (error instanceof SourceProblem) {
      const { message, position, field } = error;
      return { problem: message, field, ...(position && { position }) };
    }
    const { problem } = describeProblem(error);
    return { problem };
  }
}

// Compiles a first template before READY, so that loading does not count against the time limit of a job.
await answer({ editor: 'markdown', content: '*{{ a }}*', styles: 'p { color: red }' });
parentPort?.on('message', async (source: Source) => parentPort?.postMessage(await answer(source)));
parentPort?.postMessage(READY);
