import { failedRendering } from './failed-rendering.ts';
import type { Tried } from './job.ts';
import { ask, RenderError } from './pool.ts';

interface Source {
  subject: string;
  preheader?: string;
  html: string;
  text?: string;
  /** Whether a variable without a value stops a message. */
  strict?: boolean;
}

/**
 * Renders one source with many sets of merge data to find problems; the messages stay in the thread. `shared`: their common
 * data. `wanted`: text that the HTML should contain. Returns the results in order. `owner`: the team's key.
 */
export async function tryMany(
  source: Source,
  shared: Record<string, unknown>,
  mergeData: readonly Record<string, unknown>[],
  wanted: string,
  owner?: number,
): Promise<Tried[]> {
  const given = mergeData.map((values) => JSON.stringify(values));
  const attempt = async (mergeData: string[]): Promise<Tried[]> => {
    const answer = await ask({ kind: 'try', ...source, shared: JSON.stringify(shared), mergeData, wanted }, owner);
    return answer.kind === 'tried' ? answer.tried : [];
  };
  /**
   * Renders one alone, so that a slow message does not spoil the others, and tries it twice, as the machine may have been
   * busy.
   */
  const alone = async (values: string, again = true): Promise<Tried> => {
    const [tried] = await attempt([values]).catch((error: unknown) => {
      if (!(error instanceof RenderError)) throw error;
      return [failedRendering({ reason: error.message, slow: error.slow })];
    });
    return again && tried!.slow ? alone(values, false) : (tried as Tried);
  };
  try {
    const all = await attempt(given);
    return await Promise.all(all.map((tried, index) => (tried.slow ? alone(given[index] as string, false) : tried)));
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return Promise.all(given.map((values) => alone(values)));
  }
}
