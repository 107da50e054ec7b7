import { newId } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { type Compiled, compileAll } from '../../content/compiled-template.ts';
import { findReadyMadeTemplates, type ReadyMadeTemplate } from '../../content/ready-made/list.ts';
import { announceChange } from '../../live-changes.ts';
import type { Step } from '../definition/definition.ts';
import { templatesSent } from './list-ready-made.ts';

/** Compiled ready-made templates, ready to be stored. */
export type CompiledTemplates = readonly (ReadyMadeTemplate & { compiled: Compiled })[];

/** Compiles the ready-made templates that steps send. `owner`: the key of the requesting team. */
export const compileSent = (steps: readonly Step[], owner: number): Promise<CompiledTemplates> =>
  Promise.all(
    findReadyMadeTemplates(templatesSent(steps)).map(async (template) => ({
      ...template,
      compiled: await compileAll(template, owner),
    })),
  );

/** Stores the templates under unused names, in the caller's transaction. Returns the steps with these names. */
export async function makeTemplates(
  scope: Scope,
  steps: readonly Step[],
  templates: CompiledTemplates,
): Promise<Step[]> {
  const { db, team } = scope;
  const names = templates.flatMap(({ name }) => [name, ...numbered(name)]);
  const taken = new Set(
    (await db.template.findMany({ where: { teamId: team.id, name: { in: names } }, select: { name: true } })).map(
      ({ name }) => name,
    ),
  );
  const free = new Map(
    templates.map(({ name }) => [
      name,
      [name, ...numbered(name)].find((one) => !taken.has(one)) ?? `${name} ${newId()}`,
    ]),
  );
  const data = templates.map(({ name, editor, subject, content, compiled }) => ({
    teamId: team.id,
    id: newId(),
    name: free.get(name) as string,
    editor,
    subject,
    content,
    ...compiled,
  }));
  await db.template.createMany({ data });
  await announceChange(scope, 'template', ...data.map(({ id }) => id));
  return withTemplates(steps, free);
}

const MOST = 100;

const numbered = (name: string): string[] => Array.from({ length: MOST }, (_, index) => `${name} (${index + 2})`);

/** Renames the templates that steps send, at any depth. */
const withTemplates = (steps: readonly Step[], names: ReadonlyMap<string, string>): Step[] =>
  steps.map((step): Step => {
    switch (step.type) {
      case 'send':
        return { ...step, template: names.get(step.template) ?? step.template };
      case 'condition':
      case 'wait_for':
        return { ...step, then: withTemplates(step.then, names), else: withTemplates(step.else, names) };
      case 'split':
        return {
          ...step,
          branches: step.branches.map((branch) => ({ ...branch, steps: withTemplates(branch.steps, names) })),
        };
      default:
        return step;
    }
  });
