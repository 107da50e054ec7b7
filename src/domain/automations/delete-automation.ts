import { type Database, run, runOnce, type Sql, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import { createScope, type Scope, transaction, WORKER } from '../../scope.ts';
import { FREE } from '../campaigns/delete-messages.ts';
import { removeChunk } from '../campaigns/remove-messages.ts';
import { type Automation, lockAutomation } from './automations.ts';
import { recordListeners } from './listeners.ts';
import { announceAutomation } from './live-automations.ts';

const CHUNK = 5_000;
/** After this time without progress, the worker of a deletion died, or its job was lost. */
const FORGOTTEN_SECONDS = 15;
const RESUMED_AT_ONCE = 100;

/**
 * Deletes an automation with its runs and messages, including unsent ones. It disappears at once; large amounts are deleted
 * in the background. Returns it as it was. Throws NotFoundError, and ConflictError while it is active.
 */
export function deleteAutomation(scope: Scope, id: unknown): Promise<Automation> {
  return transaction(scope, async (scope) => {
    const automation = await lockAutomation(scope, id);
    if (automation.status === 'active')
      throw new ConflictError('ACTIVE', 'The automation is active. Pause or archive it first.');
    const where = { teamId: scope.team.id, id: automation.id };
    await scope.db.automation.updateMany({ where, data: { deletedAt: scope.now(), updatedAt: scope.now() } });
    await recordListeners(scope, automation.id);
    if (await deleteChunk(scope, automation.id)) await goOn(scope, automation.id);
    await announceAutomation(scope, automation.id);
    return automation;
  });
}

/**
 * Deletes a chunk of the runs or messages of a deleted automation, and finally the automation. Returns whether there is
 * more.
 */
export const deleteSomeRuns = (scope: Scope, automationId: string): Promise<boolean> =>
  transaction(scope, (scope) => deleteChunk(scope, automationId));

async function deleteChunk(scope: Scope, id: string): Promise<boolean> {
  const runs = await deleteRuns(scope, id);
  const messages = runs < CHUNK ? await deleteMessages(scope, id) : 0;
  const where = { teamId: scope.team.id, id, deletedAt: { not: null } };
  if (runs + messages > 0) await scope.db.automation.updateMany({ where, data: { updatedAt: scope.now() } });
  // Messages in transit are left alone: the deletion resumes later.
  if (runs < CHUNK && messages === 0 && !(await emailWithMessages(scope, id))) {
    await scope.db.automation.deleteMany({ where });
  }
  return runs === CHUNK || messages > 0;
}

async function deleteRuns({ db, team }: Scope, id: string): Promise<number> {
  const [row] = await runOnce<{ removed: number }>(
    db,
    sql`with old as materialized (
          select r.id from automation_runs r where r.team_id = ${team.id} and r.automation_id = ${id}::uuid
          order by r.state, r.id limit ${CHUNK} for update
        ), gone as (
          delete from automation_runs r using old where r.team_id = ${team.id} and r.id = old.id returning r.id
        )
        select count(*)::int as removed from gone`,
  );
  return row?.removed ?? 0;
}

async function deleteMessages(scope: Scope, id: string): Promise<number> {
  const email = await emailWithMessages(scope, id);
  return email === undefined ? 0 : removeChunk(scope, email, FREE, sql`m.person_key`);
}

/** An automation e-mail that still has messages. */
async function emailWithMessages({ db, team }: Scope, id: string): Promise<string | undefined> {
  const [email] = await run<{ id: string }>(
    db,
    sql`select g.id::text from mailings g
        where g.team_id = ${team.id} and g.automation_id = ${id}::uuid and exists (
          select from messages m where m.team_id = ${team.id} and m.campaign_id = g.id)
        order by g.id limit 1`,
  );
  return email?.id;
}

const IS_FORGOTTEN = sql`deleted_at is not null and updated_at < now() - make_interval(secs => ${FORGOTTEN_SECONDS})`;

/** Automations whose deletion has stalled. */
export const FORGOTTEN_DELETIONS: Sql = sql`select from automations where ${IS_FORGOTTEN}`;

/** Schedules stalled deletions again. Returns how many. */
export async function resumeAutomationDeletions(db: Database): Promise<number> {
  const forgotten = await run<{ teamId: number; id: string }>(
    db,
    sql`select team_id as "teamId", id::text from automations
        where ${IS_FORGOTTEN} limit ${RESUMED_AT_ONCE}`,
  );
  for (const { teamId, id } of forgotten) await goOn(createScope(db, { id: teamId }, WORKER), id);
  return forgotten.length;
}

const goOn = (scope: Scope, id: string): Promise<void> =>
  scope.enqueue('delete-automation', { automationId: id }, { key: `delete ${id}` });
