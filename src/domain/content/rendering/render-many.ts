import type { Rendered } from './job.ts';
import { ask, RenderError, renderTemplate } from './pool.ts';

/** The source of all messages. */
interface Source {
  subject: string;
  preheader?: string;
  html: string;
  text?: string;
  /** Whether a variable without a value stops a message. */
  strict?: boolean;
}

/**
 * Renders one source with many sets of merge data, in one job of one thread. `shared`: their common data. If that takes too
 * long, each is rendered in its own job, so that one slow message does not fail the others. Returns the rendered messages
 * or RenderErrors, in order. `owner`: the team's key.
 */
export async function renderMany(
  source: Source,
  shared: Record<string, unknown>,
  mergeData: readonly Record<string, unknown>[],
  owner?: number,
): Promise<(Rendered | RenderError)[]> {
  try {
    const texts = mergeData.map((values) => JSON.stringify(values));
    const answer = await ask(
      { kind: 'render-many', ...source, shared: JSON.stringify(shared), mergeData: texts },
      owner,
    );
    if (answer.kind !== 'rendered-many') throw new RenderError('The template could not be rendered.');
    return answer.answers.map((one) =>
      one.kind === 'rendered' ? one.rendered : new RenderError(one.reason, one.slow),
    );
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return Promise.all(
      mergeData.map((values) =>
        renderTemplate({ ...source, mergeData: { ...shared, ...values }, owner }).catch(orThrow),
      ),
    );
  }
}

function orThrow(error: unknown): RenderError {
  if (error instanceof RenderError) return error;
  throw error;
}
