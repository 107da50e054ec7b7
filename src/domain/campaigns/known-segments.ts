import type { Scope } from '../../scope.ts';

/** The ids that belong to segments of the list. */
export async function knownSegments({ db, team }: Scope, listId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const where = { teamId: team.id, listId, id: { in: [...ids] } };
  return new Set((await db.segment.findMany({ where, select: { id: true } })).map(({ id }) => id));
}
