import type { z } from 'zod';
import { run, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import type { Prisma, Template } from '../../generated/prisma/client.ts';
import { isId, newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { parse } from '../../validation/validate.ts';
import { catchDuplicate } from '../catch-duplicate.ts';
import { columnsByField } from '../columns-by-field.ts';
import { found, idOf } from '../found.ts';
import { announceChange } from '../live-changes.ts';
import { type Compiled, compileAll } from './compiled-template.ts';
import { templateChange, templateInput, type Variant } from './template-input.ts';

export type { Template };

/** The compiler makes the columns of the other fields. */
type Written = Omit<z.output<typeof templateChange>, 'localeVariants' | 'unchangedSince'>;

/** Null is the default. */
const columnsOf = columnsByField<Written, Partial<Prisma.TemplateCreateManyInput>>({
  name: (name) => ({ name }),
  editor: (editor) => ({ editor }),
  subject: (subject) => ({ subject }),
  content: (content) => ({ content }),
  styles: (styles) => ({ styles }),
  text: (text) => ({ text }),
  strict: (strict) => ({ strict: strict ?? false }),
});

/** Creates a template. Throws ValidationError, with line and column for a source that does not compile. */
export async function createTemplate(scope: Scope, input: unknown): Promise<Template> {
  const { localeVariants, ...written } = parse(templateInput, input);
  const compiled = await compileAll({ ...written, localeVariants }, scope.team.id);
  const { name, editor, content } = written;
  const id = newId();
  return transaction(scope, async (scope) => {
    await announceChange(scope, 'template', id);
    return catchDuplicate('name', () =>
      scope.db.template.create({
        data: { ...columnsOf(written), ...compiled, name, editor, content, teamId: scope.team.id, id },
      }),
    );
  });
}

/**
 * Changes the given fields and compiles the result. Throws NotFoundError, ValidationError, and ConflictError if it was
 * changed after `unchangedSince`.
 */
export async function updateTemplate(scope: Scope, id: unknown, input: unknown): Promise<Template> {
  const { id: known } = await readTemplate(scope, id);
  const { localeVariants, unchangedSince, ...change } = parse(templateChange, input);
  return transaction(scope, async (scope) => {
    // Locked, so that of two concurrent changes the second compiles the result of the first.
    await run(scope.db, sql`select from templates where team_id = ${scope.team.id} and id = ${known}::uuid for update`);
    const before = await readTemplate(scope, known);
    if (unchangedSince && before.updatedAt > unchangedSince)
      throw new ConflictError(
        'CHANGED_SINCE',
        'The template has changed since you loaded it. Load it again, then save.',
      );
    const variants = localeVariants === undefined ? variantsOf(before) : localeVariants;
    const data = {
      ...columnsOf(change),
      ...(await compileAll({ ...before, ...change, localeVariants: variants }, scope.team.id)),
    };
    // Always later than before, so that others notice the change.
    const updatedAt = new Date(Math.max(scope.now().getTime(), before.updatedAt.getTime() + 1));
    await announceChange(scope, 'template', known);
    return catchDuplicate('name', () =>
      scope.db.template.update({ where: key(scope, known), data: { ...data, updatedAt } }),
    );
  });
}

/** Returns the variants as submitted, without their compiled HTML. */
export function variantsOf({ localeVariants }: Pick<Template, 'localeVariants'>): Record<string, Variant> {
  const stored = (localeVariants ?? {}) as Compiled['localeVariants'];
  return Object.fromEntries(Object.entries(stored).map(([locale, { html: _, ...variant }]) => [locale, variant]));
}

/** Deletes a template and returns it. Mails made from it stay. Throws NotFoundError. */
export async function deleteTemplate(scope: Scope, id: unknown): Promise<Template> {
  const template = await readTemplate(scope, id);
  return transaction(scope, async (scope) => {
    const { count } = await scope.db.template.deleteMany({ where: { teamId: scope.team.id, id: template.id } });
    await announceChange(scope, 'template', template.id);
    return found(count > 0 ? template : null);
  });
}

/** Returns one template. Throws NotFoundError. */
export async function readTemplate(scope: Scope, id: unknown): Promise<Template> {
  return found(await scope.db.template.findUnique({ where: key(scope, idOf(id)) }));
}

/** Returns the template with this name, else the one with this id, or null. */
export async function findTemplate(scope: Scope, nameOrId: string): Promise<Template | null> {
  const { db, team } = scope;
  const named = await db.template.findUnique({ where: { teamId_name: { teamId: team.id, name: nameOrId } } });
  return named ?? (isId(nameOrId) ? db.template.findUnique({ where: key(scope, nameOrId) }) : null);
}

/** Returns the team's templates with these ids, in one statement. */
export const readTemplates = ({ db, team }: Scope, ids: readonly string[]): Promise<Template[]> =>
  db.template.findMany({ where: { teamId: team.id, id: { in: [...ids] } } });

/** Returns the names of existing templates by id, in one statement. */
export async function readTemplateNames(scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await run<{ id: string; name: string }>(
    scope.db,
    sql`select id::text, name from templates where team_id = ${scope.team.id} and id = any(${ids.filter(isId)}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const key = (scope: Scope, id: string) => ({ teamId_id: { teamId: scope.team.id, id } });
