import type { Rendered } from './job.ts';
import { ask, RenderError, renderTemplate } from './pool.ts';

/** What all of them are made from. */
interface Source {
  subject: string;
  html: string;
  text?: string;
}

/**
 * Fills one source from many scopes, in one go of one thread. Where that takes too long each is rendered by itself, so that
 * only those fail that must. Gives, in the order of the scopes, what came out or a RenderError. `owner`: the key of the team.
 */
export async function renderMany(
  source: Source,
  scopes: readonly Record<string, unknown>[],
  owner?: number,
): Promise<(Rendered | RenderError)[]> {
  try {
    const texts = scopes.map((scope) => JSON.stringify(scope));
    const answer = await ask({ kind: 'render-many', ...source, scopes: texts }, owner);
    if (answer.kind !== 'rendered-many') throw new RenderError('The template could not be rendered.');
    return answer.answers.map((one) =>
      one.kind === 'rendered' ? one.rendered : new RenderError(one.reason, one.slow),
    );
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return Promise.all(scopes.map((scope) => renderTemplate({ ...source, scope, owner }).catch(orThrow)));
  }
}

function orThrow(error: unknown): RenderError {
  if (error instanceof RenderError) return error;
  throw error;
}
