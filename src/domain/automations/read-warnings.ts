import type { Issue } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import type { Automation } from './automations.ts';
import { warningsOf } from './definition/read-definition.ts';

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
