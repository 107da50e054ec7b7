import { type Issue, ValidationError } from '../../errors.ts';
import type { Template } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { parse } from '../../rules/parse.ts';
import { filled, oneLine, oneOf, record, text } from '../../rules/text.ts';
import type { Scope } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { unlessTaken } from '../taken.ts';
import { checkTemplate } from './rendering/pool.ts';

export type { Template };

const MOST_CONTENT = 500_000;

const templateInput = record({
  name: filled(255),
  editor: oneOf(['html']),
  subject: oneLine(998).nullish(),
  content: text(MOST_CONTENT).refine((content) => content.trim() !== '', 'is required.'),
  styles: text(MOST_CONTENT).nullish(),
});

const templateChange = templateInput.partial({ name: true, editor: true, content: true });

/** Creates a template. Throws ValidationError, also for Liquid that does not parse, with line and column. */
export async function createTemplate(scope: Scope, input: unknown): Promise<Template> {
  const data = parse(templateInput, input);
  await checkLiquid(data);
  return unlessTaken('name', () => scope.db.template.create({ data: { ...data, teamId: scope.team.id, id: newId() } }));
}

/** Changes the fields that are given. Throws NotFoundError, ValidationError. */
export async function updateTemplate(scope: Scope, id: unknown, input: unknown): Promise<Template> {
  const template = await readTemplate(scope, id);
  const data = parse(templateChange, input);
  await checkLiquid(data);
  return unlessTaken('name', async () => {
    const where = { teamId: scope.team.id, id: template.id };
    const [changed] = await scope.db.template.updateManyAndReturn({
      where,
      data: { ...data, updatedAt: scope.now() },
    });
    return found(changed);
  });
}

/** Deletes a template; mails that were made from it stay. Throws NotFoundError. */
export async function deleteTemplate(scope: Scope, id: unknown): Promise<Template> {
  const template = await readTemplate(scope, id);
  const { count } = await scope.db.template.deleteMany({ where: { teamId: scope.team.id, id: template.id } });
  return found(count > 0 ? template : null);
}

/** One template. Throws NotFoundError. */
export async function readTemplate(scope: Scope, id: unknown): Promise<Template> {
  return found(await scope.db.template.findUnique({ where: key(scope, idOf(id)) }));
}

/** The template of a name, or null. */
export function findTemplate(scope: Scope, name: string): Promise<Template | null> {
  return scope.db.template.findUnique({ where: { teamId_name: { teamId: scope.team.id, name } } });
}

/** A page of the team's templates, newest first. */
export function listTemplates(scope: Scope, request: PageRequest): Promise<Page<Template>> {
  const where = { teamId: scope.team.id };
  return readPage(request, {
    find: (args) => scope.db.template.findMany({ ...args, where: { ...args.where, ...where } }),
    count: () => scope.db.template.count({ where }),
  });
}

/** Throws ValidationError when one of these sources is not Liquid that parses. */
export async function checkLiquid(sources: { subject?: string | null; content?: string | null }): Promise<void> {
  const checks = (['subject', 'content'] as const).map(async (name): Promise<Issue[]> => {
    const fault = sources[name] ? await checkTemplate(sources[name]) : undefined;
    if (!fault) return [];
    return [
      { path: [name], problem: `does not parse on line ${fault.line}, column ${fault.column}: ${fault.problem}` },
    ];
  });
  const issues = (await Promise.all(checks)).flat();
  if (issues.length > 0) throw new ValidationError(issues);
}

const key = (scope: Scope, id: string) => ({ teamId_id: { teamId: scope.team.id, id } });
