import { type Scope, transaction } from '../../scope.ts';
import { fitName } from '../campaigns/fit-name.ts';
import { type Automation, insertDraft, readAutomation } from './automations.ts';

/** Creates a draft with the current definition of an automation in any status. Throws NotFoundError. */
export const duplicateAutomation = (scope: Scope, id: unknown): Promise<Automation> =>
  transaction(scope, async (scope) => {
    const { name, listId, definition } = await readAutomation(scope, id);
    return insertDraft(scope, { name: fitName(name, { before: 'Copy of ' }), listId, definition });
  });
