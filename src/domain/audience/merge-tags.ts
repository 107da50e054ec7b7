import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { type Cursor, replaceTag, START } from './strip-tag.ts';
import { readTag, type Tag } from './tag-catalogue.ts';
import { findTags, slugOf, tagName } from './tags.ts';

export const mergeInput = record({ into: tagName() });

/**
 * Replaces a tag by the tag named `into` for everyone who has it, and deletes it: for the first thousand people at once,
 * for the others by a worker, until when they keep the old one. Safe to repeat. Returns the remaining tag. Throws
 * NotFoundError, ValidationError.
 */
export async function mergeTags(scope: Scope, id: unknown, input: unknown): Promise<Tag> {
  const tag = await readTag(scope, id);
  const { into } = parse(mergeInput, input);
  const by = (await findTags(scope, [slugOf(into)])).get(slugOf(into));
  if (by === undefined || by === tag.number) throw refusal();
  return transaction(scope, async (scope) => {
    const after = await mergeNext(scope, tag.number, by, START);
    if (after) await scope.enqueue('merge-tags', { tag: tag.number, by, after });
    const { publicId, ...row } = await scope.db.tag.findUniqueOrThrow({
      where: { teamId_id: { teamId: scope.team.id, id: by } },
    });
    return { id: publicId, number: row.id, name: row.name, createdAt: row.createdAt };
  });
}

/**
 * Merges a tag for the next subscribers that have it, in the caller's transaction. Returns where to continue; after the
 * last one it starts again, since somebody may have got the tag meanwhile. Undefined once the tag is deleted, or if either
 * tag was deleted by others. Both are locked, so that neither disappears during the merge.
 */
export async function mergeNext(scope: Scope, tag: number, by: number, after: Cursor): Promise<Cursor | undefined> {
  const held = await run(
    scope.db,
    sql`select id from tags where team_id = ${scope.team.id} and id = any(${[tag, by]}::int[]) order by id for update`,
  );
  if (held.length < 2) return undefined;
  const last = await replaceTag(scope, tag, by, after);
  if (last) return last;
  if (after.person !== START.person) return START;
  await scope.db.tag.deleteMany({ where: { teamId: scope.team.id, id: tag } });
  return undefined;
}

const refusal = () => new ValidationError([{ path: ['into'], problem: 'must name another tag of the team.' }]);
