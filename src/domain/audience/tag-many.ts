import { sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { changeMatching } from './change-subscribers.ts';
import { announceSubscribers } from './live-subscribers.ts';
import { ensureTags, findTags, slugOf } from './tags.ts';

/**
 * Adds tags to many subscribers, creating missing tags, in the caller's transaction: a few statements, however many. Returns
 * those that did not have all of them.
 */
export async function tagMany(
  scope: Scope,
  subscribers: readonly string[],
  names: readonly string[],
): Promise<string[]> {
  if (subscribers.length === 0) return [];
  const added = [...(await ensureTags(scope, names)).values()].sort((a, b) => a - b);
  const which = sql`s.id = any(${[...subscribers]}::uuid[]) and not s.tag_ids @> ${added}::int[]`;
  const changed = await changeMatching(scope, which, { added });
  await announceSubscribers(scope, changed);
  return changed;
}

/** Removes tags from many subscribers; unknown tags are ignored. Returns those that had any of them. */
export async function untagMany(
  scope: Scope,
  subscribers: readonly string[],
  names: readonly string[],
): Promise<string[]> {
  if (subscribers.length === 0) return [];
  const removed = [...(await findTags(scope, names.map(slugOf))).values()].sort((a, b) => a - b);
  if (removed.length === 0) return [];
  const which = sql`s.id = any(${[...subscribers]}::uuid[]) and s.tag_ids && ${removed}::int[]`;
  const changed = await changeMatching(scope, which, { removed });
  await announceSubscribers(scope, changed);
  return changed;
}
