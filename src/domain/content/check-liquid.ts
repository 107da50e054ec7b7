import type { Issue } from '../../errors.ts';
import { checkTemplate } from './rendering/pool.ts';
import { onlyShowsValues } from './rendering/subject.ts';

/**
 * Returns the issue of Liquid in a field, with line and column; none if it parses or is absent. `owner`: the team's key.
 * `thorough`: for template sources, whose author can correct them now.
 */
export async function liquidIssues(
  path: Issue['path'],
  source: string | null | undefined,
  owner?: number,
  thorough = false,
): Promise<Issue[]> {
  const fault = source && !onlyShowsValues(source) ? await checkTemplate(source, owner, thorough) : undefined;
  if (!fault) return [];
  return [{ path, problem: `does not parse on line ${fault.line}, column ${fault.column}: ${fault.problem}` }];
}
