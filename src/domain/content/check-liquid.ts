import type { Issue } from '../../errors.ts';
import { checkTemplate } from './rendering/pool.ts';

/** What is wrong with Liquid that stands in a field, with line and column; nothing when it parses or is absent. `owner`: the key of the team. */
export async function liquidIssues(
  path: Issue['path'],
  source: string | null | undefined,
  owner?: number,
): Promise<Issue[]> {
  const fault = source ? await checkTemplate(source, owner) : undefined;
  if (!fault) return [];
  return [{ path, problem: `does not parse on line ${fault.line}, column ${fault.column}: ${fault.problem}` }];
}
