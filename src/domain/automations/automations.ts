import { columnsOf } from '../../database/columns.ts';
import { run, sql } from '../../database/connect.ts';
import type { Prisma, Automation as Row } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { automationInput, readInput, refuse } from './automation-input.ts';
import type { Reachable } from './definition/check-urls.ts';
import type { Definition } from './definition/definition.ts';
import { readDefinition } from './definition/read-definition.ts';

/** An automation, and the definition that new runs follow. */
export interface Automation extends Row {
  definition: Definition;
}

/** Creates a draft. `outbound`: whom its webhooks may be sent to. Throws ValidationError. */
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
    return insertDraft(scope, { name: input.name as string, listId: input.listId ?? null, definition });
  });
}

/** Adds a draft. Its definition is in normal form. */
export async function insertDraft(
  scope: Scope,
  { definition, ...columns }: Pick<Automation, 'name' | 'listId' | 'definition'> & { readyMade?: string },
): Promise<Automation> {
  const key = { teamId: scope.team.id, id: newId() };
  await scope.db.automation.create({ data: { ...key, ...columns } });
  await insertVersion(scope, key.id, 1, definition);
  await scope.publish({ topic: 'automation.progressed', ...key });
  return readAutomation(scope, key.id);
}

/** Adds a version of an automation, or puts another definition in the place of the one that it has. */
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

/** Returns one automation, which nobody else changes until the transaction ends. Throws NotFoundError. */
export async function lockAutomation(scope: Scope, id: unknown): Promise<Automation> {
  const key = idOf(id);
  await run(
    scope.db,
    sql`select id from automations where team_id = ${scope.team.id} and id = ${key}::uuid for no key update`,
  );
  return readAutomation(scope, key);
}

const COLUMNS = columnsOf('Automation', { of: 'a' });

/** The automations of these ids that the team has, in no particular order, in one statement. Those being deleted are left out. */
export const readAutomations = ({ db, team }: Scope, ids: readonly string[]): Promise<Automation[]> =>
  run<Automation>(
    db,
    sql`select ${COLUMNS}, v.definition from automations a
        join automation_versions v on v.team_id = ${team.id} and v.automation_id = a.id and v.version = a.version
        where a.team_id = ${team.id} and a.id = any(${[...ids]}::uuid[]) and a.deleted_at is null`,
  );
