import { empty, run, runOnce, sql } from '../../database/connect.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { catchDuplicate, taken } from '../catch-duplicate.ts';
import { found, idOf } from '../found.ts';
import { beyondCursor, orderOfSlice } from '../keyset.ts';
import { announceChange } from '../live-changes.ts';
import { byName, orderBy, orderOf } from '../ordering.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { containsWords } from '../search.ts';
import { stripTag } from './strip-tag.ts';
import { slugOf, tagName } from './tags.ts';

export interface Tag {
  id: string;
  /** The small internal key, which subscribers store. */
  number: number;
  name: string;
  createdAt: Date;
}

export const tagInput = record({ name: tagName() });

/** Creates a tag. Throws ValidationError, including if the name differs from an existing one only in case. */
export async function createTag(scope: Scope, input: unknown): Promise<Tag> {
  const { name } = parse(tagInput, input);
  return transaction(scope, async (scope) => {
    const [row] = await scope.db.tag.createManyAndReturn({
      data: [{ teamId: scope.team.id, publicId: newId(), name, slug: slugOf(name) }],
      skipDuplicates: true,
    });
    if (!row) throw taken('name');
    await announceChange(scope, 'tag', row.publicId);
    return tagOf(row);
  });
}

/** Renames a tag. Changes one row, however many subscribers have the tag. Throws NotFoundError, ValidationError. */
export async function renameTag(scope: Scope, id: unknown, input: unknown): Promise<Tag> {
  const tag = await readTag(scope, id);
  const { name } = parse(tagInput, input);
  const slug = slugOf(name);
  const namesake = await scope.db.tag.findUnique({ where: { teamId_slug: { teamId: scope.team.id, slug } } });
  if (namesake && namesake.id !== tag.number) throw taken('name');
  const where = { teamId: scope.team.id, id: tag.number };
  return transaction(scope, async (scope) => {
    const [row] = await catchDuplicate('name', () => scope.db.tag.updateManyAndReturn({ where, data: { name, slug } }));
    await announceChange(scope, 'tag', tag.id);
    return tagOf(found(row));
  });
}

/**
 * Deletes a tag. No subscriber shows it from then on. Its key is removed from the first thousand subscribers at once, and
 * from the others by a worker. Returns the deleted tag. Throws NotFoundError.
 */
export async function deleteTag(scope: Scope, id: unknown): Promise<Tag> {
  const tag = await readTag(scope, id);
  return transaction(scope, async (scope) => {
    const { count } = await scope.db.tag.deleteMany({ where: { teamId: scope.team.id, id: tag.number } });
    const last = await stripTag(scope, tag.number);
    if (last) await scope.enqueue('strip-tag', { tag: tag.number, after: last });
    await announceChange(scope, 'tag', tag.id);
    return found(count > 0 ? tag : null);
  });
}

/** Returns one tag. Throws NotFoundError. */
export async function readTag(scope: Scope, id: unknown): Promise<Tag> {
  const where = { teamId_publicId: { teamId: scope.team.id, publicId: idOf(id) } };
  return tagOf(found(await scope.db.tag.findUnique({ where })));
}

/** The team's tags with these ids, in one statement. */
export async function readTags({ db, team }: Scope, ids: readonly string[]): Promise<Tag[]> {
  return (await db.tag.findMany({ where: { teamId: team.id, publicId: { in: [...ids] } } })).map(tagOf);
}

/** The team's tags by these internal keys, in one statement. */
export async function readTagsByNumber({ db, team }: Scope, numbers: readonly number[]): Promise<Map<number, Tag>> {
  const rows = await db.tag.findMany({ where: { teamId: team.id, id: { in: [...numbers] } } });
  return new Map(rows.map((row) => [row.id, tagOf(row)]));
}

export const TAG_ORDER_FIELDS = ['created_at', 'name'] as const;

const ORDERS = { name: byName('name', sql`name`) };

const filters = record({ search: text(100).nullish(), orderBy: orderBy(TAG_ORDER_FIELDS) });

/** The filter and the order of a page of tags. */
export interface TagRequest extends PageRequest {
  search?: unknown;
  orderBy?: unknown;
}

/** A page of the team's tags, newest first by default, filtered by words of the name. Throws ValidationError. */
export async function listTags(scope: Scope, request: TagRequest): Promise<Page<Tag>> {
  const { search, ...asked } = parse(filters, request);
  const order = orderOf(asked.orderBy, ORDERS);
  const columns = { id: sql`public_id`, by: order.field };
  const where = sql`team_id = ${scope.team.id}
    ${search == null ? empty : sql`and ${containsWords(sql`lower(name)`, search)}`}`;
  return readPage<Tag>(request, {
    order,
    find: (_, slice) =>
      runOnce<Tag>(
        scope.db,
        sql`select public_id as id, id as number, name, created_at as "createdAt" from tags
            where ${where} and ${beyondCursor(slice, columns)}
            order by ${orderOfSlice(slice, columns)} limit ${slice.take} offset ${slice.skip}`,
      ),
    count: async () => {
      const counted = sql`select count(*)::int as count from tags where ${where}`;
      return (await runOnce<{ count: number }>(scope.db, counted))[0]?.count ?? 0;
    },
  });
}

/** Counts the subscribers with each of these tags, in any status, in one statement. */
export async function countTagged(scope: Scope, numbers: readonly number[]): Promise<Map<number, number>> {
  const wanted = [...numbers];
  const rows = await run<{ number: number; count: number }>(
    scope.db,
    sql`select number, count(*)::int as count from subscribers, unnest(tag_ids) as number
        where team_id = ${scope.team.id} and tag_ids && ${wanted}::int[] and number = any(${wanted}::int[])
        group by number`,
  );
  return new Map(rows.map(({ number, count }) => [number, count]));
}

const tagOf = ({ publicId, id, name, createdAt }: { publicId: string; id: number; name: string; createdAt: Date }) => ({
  id: publicId,
  number: id,
  name,
  createdAt,
});
