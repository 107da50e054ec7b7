import { isDeepStrictEqual } from 'node:util';
import { ConflictError, type Issue } from '../../errors.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { automationChange, readInput, refuse } from './automation-input.ts';
import { type Automation, columnsOfFields, insertVersion, lockAutomation, readAutomation } from './automations.ts';
import type { Reachable } from './definition/check-urls.ts';
import type { Definition } from './definition/definition.ts';
import { readDefinition } from './definition/read-definition.ts';
import { recordListeners } from './listeners.ts';
import { announceAutomation } from './live-automations.ts';
import { moveToVersion } from './runs/move-to-version.ts';

const PARTS = ['trigger', 'entry', 'exits', 'steps'] as const;

/**
 * Changes the given fields. A draft changes in place; an active or paused automation gets a new version, which new runs
 * follow. With `moveRuns`, active runs move to it if it still has their step. `outbound` checks the webhook addresses.
 * Throws NotFoundError, ConflictError if the automation is archived, and ValidationError.
 */
export function updateAutomation(scope: Scope, outbound: Reachable, id: unknown, given: unknown): Promise<Automation> {
  return transaction(
    scope,
    async (scope) => {
      const automation = await lockAutomation(scope, id);
      const { input, issues } = readInput(automationChange, given);
      const { moveRuns, ...fields } = input;
      if (automation.status === 'archived') throw new ConflictError('ARCHIVED', 'The automation is archived.');
      const listId = input.listId === undefined ? automation.listId : input.listId;
      const definition = await readChange(
        scope,
        outbound,
        automation,
        { listId, ...issuesOf(automation, listId, issues) },
        given,
      );
      await store(scope, automation, columnsOfFields(fields), definition);
      if (moveRuns) await moveToVersion(scope, automation.id);
      await recordListeners(scope, automation.id);
      await announceAutomation(scope, automation.id);
      return readAutomation(scope, automation.id);
    },
    LONG_MS,
  );
}

/** Active runs act on subscriptions to the list, so it cannot change. */
const issuesOf = ({ status, listId: before }: Automation, listId: string | null, issues: Issue[]) => ({
  issues:
    status === 'draft' || listId === before
      ? issues
      : [...issues, { path: ['listId'], problem: 'can only be changed while the automation is a draft.' }],
});

async function readChange(
  scope: Scope,
  outbound: Reachable,
  { definition }: Automation,
  { listId, issues }: { listId: string | null; issues: Issue[] },
  given: unknown,
): Promise<Definition> {
  const sent = (given ?? {}) as Record<string, unknown>;
  const [trigger, entry, exits, steps] = PARTS.map((part) =>
    sent[part] === undefined ? definition[part] : sent[part],
  );
  const sendWindow = sent.sendWindow === undefined ? definition.send_window : sent.sendWindow;
  const isGiven = [...PARTS, 'sendWindow', 'listId'].some((part) => sent[part] !== undefined);
  // A saved definition may refer to deleted things. That must not stop anyone from changing the name.
  const parts = { listId, trigger, entry, exits, steps, sendWindow };
  const read = isGiven ? await readDefinition(scope, parts, outbound) : { definition };
  refuse([...issues, ...('issues' in read ? read.issues : [])]);
  return (read as { definition: Definition }).definition;
}

async function store(
  scope: Scope,
  automation: Automation,
  columns: ReturnType<typeof columnsOfFields>,
  definition: Definition,
): Promise<void> {
  const { id, status, version: before } = automation;
  const isNew = status !== 'draft' && !isDeepStrictEqual(definition, automation.definition);
  const version = isNew ? before + 1 : before;
  if (isNew || status === 'draft') await insertVersion(scope, id, version, definition);
  const data = { ...columns, version, updatedAt: scope.now() };
  await scope.db.automation.updateMany({ where: { teamId: scope.team.id, id }, data });
}
