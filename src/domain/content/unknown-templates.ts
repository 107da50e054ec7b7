import { nearMissOf } from '../../near-miss.ts';
import type { Scope } from '../../scope.ts';
import { NO_TEMPLATE } from './template-references.ts';

/** Of so many templates, the newest, a misspelt name is looked for. */
const MOST = 500;

/**
 * The problem of each text that should name a template and does not: with the template that was probably meant. Without such
 * texts nothing is read.
 */
export async function templateProblems(scope: Scope, unknown: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (unknown.length === 0) return new Map();
  const templates = await scope.db.template.findMany({
    where: { teamId: scope.team.id },
    select: { name: true },
    orderBy: { id: 'desc' },
    take: MOST,
  });
  const names = templates.map(({ name }) => name);
  return new Map(unknown.map((given) => [given, problemOf(nearMissOf(given, names))]));
}

const problemOf = (near: string | undefined): string =>
  near === undefined ? NO_TEMPLATE : `${NO_TEMPLATE} Did you mean "${near}"?`;
