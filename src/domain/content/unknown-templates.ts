import { nearMissOf } from '../../near-miss.ts';
import type { Scope } from '../../scope.ts';

/** Of so many templates, the newest, a misspelt name is looked for. */
const MOST = 500;

/**
 * The problem of each text that should name a template and does not: with the template that was probably meant, by a misspelt
 * name or by its id. Without such texts nothing is read.
 */
export async function templateProblems(scope: Scope, unknown: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (unknown.length === 0) return new Map();
  const templates = await scope.db.template.findMany({
    where: { teamId: scope.team.id },
    select: { id: true, name: true },
    orderBy: { id: 'desc' },
    take: MOST,
  });
  const names = templates.map(({ name }) => name);
  const byId = new Map(templates.map(({ id, name }) => [id, name]));
  return new Map(unknown.map((given) => [given, problemOf(byId.get(given.toLowerCase()), nearMissOf(given, names))]));
}

function problemOf(ofId: string | undefined, near: string | undefined): string {
  if (ofId !== undefined) return `must be the name of a template, not its id: "${ofId}".`;
  return `must be the name of a template.${near === undefined ? '' : ` Did you mean "${near}"?`}`;
}
