import type { z } from 'zod';
import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { PeopleView } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { parse } from '../../validation/validate.ts';
import { readLists } from '../audience/lists.ts';
import { catchDuplicate } from '../catch-duplicate.ts';
import { found, idOf } from '../found.ts';
import { announceChange } from '../live-changes.ts';
import { readSegments } from '../segments/segments.ts';
import { viewChange, viewInput } from './view-input.ts';

export type { PeopleView };

const MAX_VIEWS = 100;
const TOO_MANY = { path: ['name'], problem: `A team can have at most ${MAX_VIEWS} views.` };

/** Saves a view for the team. Throws ValidationError. */
export function createPeopleView(scope: Scope, input: unknown): Promise<PeopleView> {
  const given = parse(viewInput, input);
  const teamId = scope.team.id;
  return transaction(scope, async (scope) => {
    // Serialises the creations of a team, so that their number is limited.
    await run(scope.db, sql`select from teams where id = ${teamId}::int for no key update`);
    if ((await scope.db.peopleView.count({ where: { teamId } })) >= MAX_VIEWS) throw new ValidationError([TOO_MANY]);
    await checkReferences(scope, given);
    const id = newId();
    await announceChange(scope, 'people_view', id);
    const data = Object.assign(toColumns(given), { teamId, id, name: given.name });
    return catchDuplicate('name', () => scope.db.peopleView.create({ data }));
  });
}

/** Changes the given fields. Null removes a filter. Throws NotFoundError, ValidationError. */
export function updatePeopleView(scope: Scope, id: unknown, input: unknown): Promise<PeopleView> {
  const given = parse(viewChange, input);
  return transaction(scope, async (scope) => {
    const view = await readPeopleView(scope, id);
    await checkReferences(scope, Object.assign({}, view, given));
    await announceChange(scope, 'people_view', view.id);
    const where = { teamId: scope.team.id, id: view.id };
    const data = Object.assign(toColumns(given), { updatedAt: scope.now() });
    const [row] = await catchDuplicate('name', () => scope.db.peopleView.updateManyAndReturn({ where, data }));
    return found(row);
  });
}

/** Deletes a view and returns it. Throws NotFoundError. */
export function deletePeopleView(scope: Scope, id: unknown): Promise<PeopleView> {
  return transaction(scope, async (scope) => {
    const view = await readPeopleView(scope, id);
    const { count } = await scope.db.peopleView.deleteMany({ where: { teamId: scope.team.id, id: view.id } });
    await announceChange(scope, 'people_view', view.id);
    return found(count > 0 ? view : null);
  });
}

/** The team's views, by name. */
export const listPeopleViews = ({ db, team }: Scope): Promise<PeopleView[]> =>
  db.peopleView.findMany({ where: { teamId: team.id }, orderBy: [{ name: 'asc' }], take: MAX_VIEWS });

/** The team's views with these ids, in one statement. */
export const readPeopleViews = ({ db, team }: Scope, ids: readonly string[]): Promise<PeopleView[]> =>
  db.peopleView.findMany({ where: { teamId: team.id, id: { in: [...ids] } } });

async function readPeopleView(scope: Scope, id: unknown): Promise<PeopleView> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) } };
  return found(await scope.db.peopleView.findUnique({ where }));
}

type Given = z.output<typeof viewChange>;
type References = Pick<Given, 'listId' | 'segmentId' | 'importId' | 'field' | 'fieldValue'>;

/** Throws ValidationError for a list, segment or import that does not exist, and a segment of another list. */
async function checkReferences(scope: Scope, { listId, segmentId, importId, ...others }: References): Promise<void> {
  const { db, team } = scope;
  if (others.fieldValue != null && others.field == null) refuse('field', 'is required with fieldValue.');
  if (listId != null && (await readLists(scope, [listId])).length === 0) refuse('listId', 'must be the id of a list.');
  if (importId != null && (await db.import.count({ where: { teamId: team.id, id: importId } })) === 0)
    refuse('importId', 'must be the id of an import.');
  if (segmentId == null) return;
  const [segment] = await readSegments(scope, [segmentId]);
  if (!segment) refuse('segmentId', 'must be the id of a segment.');
  if (segment.listId !== listId) refuse('segmentId', 'must be a segment of the list.');
}

function refuse(name: string, problem: string): never {
  throw new ValidationError([{ path: [name], problem }]);
}

/** The columns have the names of the fields. No columns of the table: the usual ones. */
const toColumns = ({ columns, ...given }: Given) => ({
  ...given,
  ...(columns !== undefined && { columns: columns ?? [] }),
});
