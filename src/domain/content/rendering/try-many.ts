import type { Tried } from './job.ts';
import { ask, RenderError } from './pool.ts';
import { refusedTrial } from './refused-trial.ts';

interface Source {
  subject: string;
  preheader?: string;
  html: string;
  text?: string;
  /** Whether a variable without a value refuses a message. */
  strict?: boolean;
}

/**
 * Renders one source with many sets of merge data to see what goes wrong; the messages stay in the thread. `shared`: what all of
 * them have in common. `wanted`: text that the HTML should have. Returns what they turned out to be, in order. `owner`: the
 * team's key.
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
  /** By itself, so that one slow message does not spoil the others; and once more: it may be the machine that was busy. */
  const alone = async (values: string, again = true): Promise<Tried> => {
    const [tried] = await attempt([values]).catch((error: unknown) => {
      if (!(error instanceof RenderError)) throw error;
      return [refusedTrial({ reason: error.message, slow: error.slow })];
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
