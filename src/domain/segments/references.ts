import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { rulesOf } from './conditions.ts';

type Segments = ReadonlyMap<string, unknown>;

/** The limit includes the rules of referenced segments, counted once for each reference. */
export const MAX_RULES_IN_ALL = 500;

/** Ids of the segments that conditions refer to. */
export const usesOf = (conditions: unknown): string[] =>
  rulesOf(conditions).flatMap(({ rule }) => (rule.type === 'segment' ? [rule.value as string] : []));

/** Whether a segment refers to another, directly or through further segments. */
export function leadsTo(segments: Segments, from: string, to: string): boolean {
  const seen = new Set<string>();
  const walk = (id: string): boolean => {
    if (id === to) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return usesOf(segments.get(id)).some(walk);
  };
  return walk(from);
}

/** The largest number of rules of any segment, including those of its referenced segments. There must be no cycle. */
export function mostRules(segments: Segments): number {
  const sizes = new Map<string, number>();
  const sizeOf = (id: string): number => {
    const known = sizes.get(id);
    if (known !== undefined) return known;
    const conditions = segments.get(id);
    const uses = usesOf(conditions);
    const size = uses.reduce((sum, used) => sum + sizeOf(used), rulesOf(conditions).length);
    sizes.set(id, size);
    return size;
  };
  return Math.max(0, ...[...segments.keys()].map(sizeOf));
}

/** Returns the name of a segment that refers to this one, if any. */
export async function nameOfUser(scope: Scope, listId: string, id: string): Promise<string | undefined> {
  const [row] = await run<{ name: string }>(
    scope.db,
    sql`select name from segments
        where team_id = ${scope.team.id} and list_id = ${listId}::uuid and ${id}::uuid = any(uses) limit 1`,
  );
  return row?.name;
}
