import type { z } from 'zod';
import { run, sql } from '../../database/connect.ts';
import { ConflictError, ValidationError } from '../../errors.ts';
import type { Prisma, Segment } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { filled, record } from '../../validation/text.ts';
import { validate } from '../../validation/validate.ts';
import { readLists } from '../audience/lists.ts';
import { withTemplateNames } from '../content/template-references.ts';
import { found, idOf } from '../found.ts';
import { announceChange } from '../live-changes.ts';
import type { Group } from './conditions.ts';
import { readValidationContext } from './read-context.ts';
import { MAX_RULES_IN_ALL, mostRules, nameOfUser, usesOf } from './references.ts';
import { validateConditions } from './validate-conditions.ts';

export type { Segment };

export const segmentInput = record({ name: filled(255) });
export const segmentChange = segmentInput.partial();

/** Saves conditions on the subscribers of a list. Throws NotFoundError for the list, ValidationError. */
export function createSegment(scope: Scope, listId: unknown, input: unknown): Promise<Segment> {
  return transaction(scope, async (scope) => {
    const list = await lockList(scope, idOf(listId));
    const id = newId();
    const { name, conditions } = await readInput(scope, list, id, segmentInput, input);
    const data = { name: name as string, ...toColumns(conditions as Group) };
    await announceChange(scope, 'segment', id);
    return scope.db.segment.create({ data: { teamId: scope.team.id, id, listId: list, ...data } });
  });
}

/** Changes the given fields. Throws NotFoundError, ValidationError. */
export function updateSegment(scope: Scope, id: unknown, input: unknown): Promise<Segment> {
  return transaction(scope, async (scope) => {
    const segment = await readSegment(scope, id);
    await lockList(scope, segment.listId);
    const { name, conditions } = await readInput(scope, segment.listId, segment.id, segmentChange, input);
    const data = { ...(name !== undefined && { name }), ...(conditions && toColumns(conditions)) };
    await announceChange(scope, 'segment', segment.id);
    return found(await updateIfThere(scope, segment.id, data));
  });
}

/** Deletes a segment and returns it. Throws NotFoundError, and ConflictError while another segment refers to it. */
export function deleteSegment(scope: Scope, id: unknown): Promise<Segment> {
  return transaction(scope, async (scope) => {
    const segment = await readSegment(scope, id);
    await lockList(scope, segment.listId);
    const user = await nameOfUser(scope, segment.listId, segment.id);
    if (user !== undefined) throw new ConflictError('IN_USE', `The segment is used by the segment "${user}".`);
    const { count } = await scope.db.segment.deleteMany({ where: { teamId: scope.team.id, id: segment.id } });
    await announceChange(scope, 'segment', segment.id);
    return found(count > 0 ? segment : null);
  });
}

/**
 * Returns one segment. Plain SQL, because Prisma's query can take longer than counting the segment. Throws NotFoundError.
 */
export async function readSegment(scope: Scope, id: unknown): Promise<Segment> {
  const [segment] = await run<Segment>(
    scope.db,
    sql`select team_id as "teamId", id, list_id as "listId", name, conditions, uses,
               created_at as "createdAt", updated_at as "updatedAt"
        from segments where team_id = ${scope.team.id} and id = ${idOf(id)}::uuid`,
  );
  return found(segment);
}

/** The team's segments with these ids, in one statement. */
export const readSegments = ({ db, team }: Scope, ids: readonly string[]): Promise<Segment[]> =>
  db.segment.findMany({ where: { teamId: team.id, id: { in: [...ids] } } });

/** Validates name and conditions together, so that all issues are reported at once. */
async function readInput(
  scope: Scope,
  listId: string,
  id: string,
  rule: typeof segmentInput | typeof segmentChange,
  input: unknown,
): Promise<{ name?: string; conditions?: Group }> {
  const read = validate<z.ZodType<{ name?: string }>>(rule, input);
  const sent = { conditions: await withTemplateNames(scope, (input as { conditions?: unknown } | null)?.conditions) };
  const keeps = rule === segmentChange && sent.conditions === undefined;
  const context = await readValidationContext(scope, [listId], [sent.conditions], id);
  const conditions = keeps ? undefined : validateConditions(sent.conditions, context);
  const issues = [
    ...('issues' in read ? read.issues : []),
    ...(conditions && 'issues' in conditions ? conditions.issues : []),
  ];
  if ('issues' in read || issues.length > 0) throw new ValidationError(issues);
  if (!conditions || !('group' in conditions)) return { name: read.value.name };
  if (mostRules(new Map([...context.segments, [id, conditions.group]])) > MAX_RULES_IN_ALL) {
    const problem = `must not have more than ${MAX_RULES_IN_ALL} rules, including those of the segments it refers to.`;
    throw new ValidationError([{ path: ['conditions'], problem }]);
  }
  return { name: read.value.name, conditions: conditions.group };
}

const toColumns = (conditions: Group) => ({
  conditions: conditions as unknown as Prisma.InputJsonObject,
  uses: [...new Set(usesOf(conditions))],
});

/** Serialises changes to the segments of a list: two at once could refer to each other. */
async function lockList(scope: Scope, id: string): Promise<string> {
  const [list] = await readLists(scope, [id], sql`for no key update`);
  return found(list).id;
}

async function updateIfThere(scope: Scope, id: string, data: Prisma.SegmentUpdateManyMutationInput) {
  const rows = await scope.db.segment.updateManyAndReturn({
    where: { teamId: scope.team.id, id },
    data: { ...data, updatedAt: scope.now() },
  });
  return rows[0];
}
