import { run, sql } from '../../database/connect.ts';
import { ConflictError, type ConflictReason } from '../../errors.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { refuse } from './automation-input.ts';
import { type Automation, lockAutomation, readAutomation } from './automations.ts';
import { readDefinition } from './definition/read-definition.ts';
import { endArchived } from './end-archived.ts';
import { recordListeners } from './listeners.ts';
import { announceAutomation } from './live-automations.ts';
import { setStatus } from './set-status.ts';

type Status = Automation['status'];

const STATES: Record<Status, string> = { draft: 'a draft', active: 'active', paused: 'paused', archived: 'archived' };

/**
 * Activates a draft or a paused automation. Runs that came due during the pause continue. Throws NotFoundError,
 * ConflictError in any other status, and ValidationError if the definition refers to deleted things.
 */
export const activateAutomation = (scope: Scope, id: unknown): Promise<Automation> =>
  change(scope, id, ['draft', 'paused'], 'active', async (scope, automation) => {
    const read = await readDefinition(scope, { ...automation.definition, listId: automation.listId });
    if ('issues' in read) refuse(read.issues);
    await run(
      scope.db,
      sql`update automation_runs set parked = false
          where team_id = ${scope.team.id} and automation_id = ${automation.id}::uuid and state = 'active' and parked`,
    );
  });

/** Pauses an active automation: nobody enters, and runs wait. Throws NotFoundError, ConflictError. */
export const pauseAutomation = (scope: Scope, id: unknown): Promise<Automation> =>
  change(scope, id, ['active'], 'paused');

/**
 * Ends an automation for good, with its active runs; a large number of runs ends in the background. Throws NotFoundError,
 * and ConflictError if it is already archived.
 */
export const archiveAutomation = (scope: Scope, id: unknown): Promise<Automation> =>
  change(scope, id, ['draft', 'active', 'paused'], 'archived', async (scope, { id }) => {
    if (await endArchived(scope, id)) await scope.enqueue('end-runs', { automationId: id }, { key: `end runs ${id}` });
  });

const reasonAgainst = (to: Status, { status }: Automation): ConflictReason => {
  if (to === 'paused') return 'NOT_ACTIVE';
  return status === 'active' ? 'ACTIVE' : 'ARCHIVED';
};

const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function change(
  scope: Scope,
  id: unknown,
  from: readonly Status[],
  status: Status,
  work: (scope: Scope, automation: Automation) => Promise<void> = async () => {},
): Promise<Automation> {
  return transaction(
    scope,
    async (scope) => {
      const automation = await lockAutomation(scope, id);
      if (!from.includes(automation.status)) {
        throw new ConflictError(
          reasonAgainst(status, automation),
          `The automation is not ${EITHER.format(from.map((one) => STATES[one]))}.`,
        );
      }
      await setStatus(scope, automation.id, status);
      await work(scope, automation);
      await recordListeners(scope, automation.id);
      await announceAutomation(scope, automation.id);
      return readAutomation(scope, automation.id);
    },
    LONG_MS,
  );
}
