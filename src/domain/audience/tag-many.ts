import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { announceSubscribers } from './live-subscribers.ts';
import { keepingChanges } from './note-changes.ts';
import { ensureTags, findTags, slugOf } from './tags.ts';
import { unitedTags } from './united-tags.ts';

/** Adds tags to many subscribers, creating missing tags, in the caller's transaction: a few statements, however many. */
export async function tagMany(scope: Scope, subscribers: readonly string[], names: readonly string[]): Promise<void> {
  if (subscribers.length === 0) return;
  const tags = [...(await ensureTags(scope, names)).values()].sort((a, b) => a - b);
  await change(
    scope,
    subscribers,
    sql`not s.tag_ids @> ${tags}::int[]`,
    unitedTags(sql`s.tag_ids`, sql`${tags}::int[]`),
  );
}

/** Removes tags from many subscribers; unknown tags are ignored. */
export async function untagMany(scope: Scope, subscribers: readonly string[], names: readonly string[]): Promise<void> {
  if (subscribers.length === 0) return;
  const tags = [...(await findTags(scope, names.map(slugOf))).values()].sort((a, b) => a - b);
  if (tags.length === 0) return;
  const left = sql`array(select t from unnest(s.tag_ids) t where t <> all (${tags}::int[]) order by t)`;
  await change(scope, subscribers, sql`s.tag_ids && ${tags}::int[]`, left);
}

/** Skips subscribers without a change. */
async function change(scope: Scope, subscribers: readonly string[], which: Sql, tags: Sql): Promise<void> {
  const theirs = sql`s.id = any(${[...subscribers]}::uuid[]) and ${which}`;
  const changed = await keepingChanges(scope, theirs, () =>
    run<{ id: string }>(
      scope.db,
      sql`update subscribers s set tag_ids = ${tags}, updated_at = now()
          where s.team_id = ${scope.team.id} and ${theirs} returning s.id::text`,
    ),
  );
  await announceSubscribers(
    scope,
    changed.map(({ id }) => id),
  );
}
