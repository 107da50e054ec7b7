import type { ValuesAnswer } from './job.ts';
import { ask, RenderError } from './pool.ts';

/** Sets of merge data in one job. */
const CHUNK = 50;

/** After this time the rest fails with an error, so that no caller holds a thread longer. */
const ALL_MS = 5_000;

const TOO_LONG = 'Rendering took too long.';

/**
 * Renders short plain texts for each of many sets of merge data, in a few jobs. `shared`: their common data. Returns for
 * each set, in order, its texts in the order of the sources, or a RenderError. A slow one fails alone, if there is time to
 * find it. `owner`: the team's key.
 */
export async function renderValues(
  sources: readonly string[],
  shared: Record<string, unknown>,
  mergeData: readonly Record<string, unknown>[],
  owner?: number,
): Promise<(string[] | RenderError)[]> {
  if (sources.length === 0) return mergeData.map(() => []);
  const deadline = performance.now() + ALL_MS;
  const given = mergeData.map((values) => JSON.stringify(values));
  const found: (string[] | RenderError)[] = [];
  for (let at = 0; at < given.length; at += CHUNK) found.push(...(await chunk(given.slice(at, at + CHUNK))));
  return found;

  /** Halves a chunk that exceeds time or memory, until the faulty set is alone. */
  async function chunk(part: string[]): Promise<(string[] | RenderError)[]> {
    if (performance.now() > deadline) return part.map(() => new RenderError(TOO_LONG, true));
    try {
      return (await attempt(part)).map((answer) =>
        'texts' in answer ? answer.texts : new RenderError(answer.reason, answer.slow),
      );
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      if (part.length === 1) return [error];
      const half = Math.ceil(part.length / 2);
      return [...(await chunk(part.slice(0, half))), ...(await chunk(part.slice(half)))];
    }
  }

  async function attempt(part: string[]): Promise<ValuesAnswer[]> {
    const job = {
      kind: 'render-values' as const,
      sources: [...sources],
      shared: JSON.stringify(shared),
      mergeData: part,
    };
    const answer = await ask(job, owner);
    if (answer.kind !== 'rendered-values') throw new RenderError('The text could not be rendered.');
    return answer.answers;
  }
}
