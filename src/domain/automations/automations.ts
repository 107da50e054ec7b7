import type { z } from 'zod';
import { columnsOf } from '../../database/columns.ts';
import { run, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Prisma, Automation as Row } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { fitName } from '../campaigns/fit-name.ts';
import { columnsByField } from '../columns-by-field.ts';
import { found, idOf } from '../found.ts';
import { type automationChange, automationInput, readInput, refuse } from './automation-input.ts';
import type { Reachable } from './definition/check-urls.ts';
import type { Definition } from './definition/definition.ts';
import { readDefinition, warningsOf } from './definition/read-definition.ts';

/** An automation, and the definition that new runs follow. */
export interface Automation extends Row {
  definition: Definition;
}

/** Columns besides the definition, which has its own rows. */
type Columns = Omit<Partial<Prisma.AutomationCreateManyInput>, 'teamId' | 'id'>;

/** The columns of the given fields. */
export const columnsOfFields = columnsByField<Omit<z.output<typeof automationChange>, 'moveRuns'>, Columns>({
  name: (name) => ({ name }),
  listId: (listId) => ({ listId }),
});

/** Creates a draft. `outbound` checks the webhook addresses. Throws ValidationError. */
export function createAutomation(scope: Scope, outbound: Reachable, given: unknown): Promise<Automation> {
  return transaction(scope, async (scope) => {
    const { input, issues } = readInput(automationInput, given);
    const sent = (given ?? {}) as Record<string, unknown>;
    const parts = {
      trigger: sent.trigger,
      entry: sent.entry,
      exits: sent.exits,
      steps: sent.steps,
      sendWindow: sent.sendWindow,
    };
    const read = await readDefinition(scope, { ...parts, listId: input.listId ?? null }, outbound);
    refuse([...issues, ...('issues' in read ? read.issues : [])]);
    const { definition } = read as { definition: Definition };
    return insertDraft(scope, { ...columnsOfFields(input), name: input.name as string, definition });
  });
}

/** Inserts a draft. The definition is in normal form. */
export async function insertDraft(
  scope: Scope,
  { definition, ...columns }: Columns & Pick<Automation, 'name' | 'definition'>,
): Promise<Automation> {
  const key = { teamId: scope.team.id, id: newId() };
  await scope.db.automation.create({ data: { ...key, ...columns } });
  await insertVersion(scope, key.id, 1, definition);
  await scope.publish({ topic: 'automation.progressed', ...key });
  return readAutomation(scope, key.id);
}

/** Inserts a version of an automation, or replaces its definition. */
export async function insertVersion(scope: Scope, id: string, version: number, definition: Definition): Promise<void> {
  const json = definition as unknown as Prisma.InputJsonObject;
  const key = { teamId: scope.team.id, automationId: id, version };
  await scope.db.automationVersion.upsert({
    where: { teamId_automationId_version: key },
    create: { ...key, definition: json },
    update: { definition: json },
  });
}

/** Returns one automation. Throws NotFoundError. */
export async function readAutomation(scope: Scope, id: unknown): Promise<Automation> {
  const [automation] = await readAutomations(scope, [idOf(id)]);
  return found(automation);
}

/** Locks one automation until the transaction ends, and returns it. Throws NotFoundError. */
export async function lockAutomation(scope: Scope, id: unknown): Promise<Automation> {
  const key = idOf(id);
  await run(
    scope.db,
    sql`select id from automations where team_id = ${scope.team.id} and id = ${key}::uuid for no key update`,
  );
  return readAutomation(scope, key);
}

const COLUMNS = columnsOf('Automation', { of: 'a' });

/**
 * The team's automations with these ids, in no particular order, in one statement. Leaves out automations that are being
 * deleted.
 */
export const readAutomations = ({ db, team }: Scope, ids: readonly string[]): Promise<Automation[]> =>
  run<Automation>(
    db,
    sql`select ${COLUMNS}, v.definition from automations a
        join automation_versions v on v.team_id = ${team.id} and v.automation_id = a.id and v.version = a.version
        where a.team_id = ${team.id} and a.id = any(${[...ids]}::uuid[]) and a.deleted_at is null`,
  );

/** Creates a draft with the current definition of an automation in any status. Throws NotFoundError. */
export const duplicateAutomation = (scope: Scope, id: unknown): Promise<Automation> =>
  transaction(scope, async (scope) => {
    const { name, listId, definition } = await readAutomation(scope, id);
    return insertDraft(scope, { name: fitName(name, { before: 'Copy of ' }), listId, definition });
  });

/**
 * Warnings about automations, in their order: references to deleted things, and likely mistakes. Archived automations have
 * none.
 */
export async function readWarnings(scope: Scope, automations: readonly Automation[]): Promise<Issue[][]> {
  const judged = automations.filter(({ status }) => status !== 'archived');
  const warnings = await warningsOf(
    scope,
    judged.map(({ listId, definition }) => ({ ...definition, listId, sendWindow: definition.send_window })),
  );
  return automations.map((automation) => warnings[judged.indexOf(automation)] ?? []);
}
