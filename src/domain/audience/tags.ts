import { run, sql } from '../../database/connect.ts';
import { newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { filled } from '../../validation/text.ts';
import { announceChange } from '../live-changes.ts';

/** The form in which tags are compared: trimmed, in lower case. */
export const slugOf = (name: string): string => name.trim().toLowerCase();

export const tagName = () => filled(100);

/** Returns the ids of these tags by slug, and creates the missing ones. Two statements for any number of names. */
export async function ensureTags(scope: Scope, names: Iterable<string>): Promise<Map<string, number>> {
  const wanted = new Map<string, string>();
  for (const name of names) if (!wanted.has(slugOf(name))) wanted.set(slugOf(name), name.trim());
  if (wanted.size === 0) return new Map();
  const slugs = [...wanted.keys()].sort();
  const known = await findTags(scope, slugs);
  const missing = slugs.filter((slug) => !known.has(slug));
  if (missing.length === 0) return known;
  // The update changes nothing: it makes "returning" include a tag that a concurrent request just created.
  const created = await run<{ slug: string; id: number; publicId: string }>(
    scope.db,
    sql`insert into tags (team_id, public_id, slug, name)
        select ${scope.team.id}, id, slug, name
        from unnest(${missing.map(newId)}::uuid[], ${missing}::text[], ${missing.map((slug) => wanted.get(slug) ?? slug)}::text[])
          as given(id, slug, name)
        on conflict (team_id, slug) do update set slug = excluded.slug
        returning slug, id, public_id::text as "publicId"`,
  );
  await announceChange(scope, 'tag', ...created.map(({ publicId }) => publicId));
  for (const { slug, id } of created) known.set(slug, id);
  return known;
}

/** Returns the ids of existing tags by slug, in one statement. */
export async function findTags(scope: Scope, slugs: readonly string[]): Promise<Map<string, number>> {
  const rows = await run<{ slug: string; id: number }>(
    scope.db,
    sql`select slug, id from tags where team_id = ${scope.team.id} and slug = any(${[...slugs]}::text[])`,
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

/** Returns the names of tags by id, in one statement. */
export async function readTagNames({ db, team }: Scope, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await run<{ id: number; name: string }>(
    db,
    sql`select id, name from tags where team_id = ${team.id} and id = any(${[...ids]}::int[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
