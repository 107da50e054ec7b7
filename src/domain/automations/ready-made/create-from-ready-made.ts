import type { Scope } from '../../../scope.ts';
import { transaction } from '../../../scope.ts';
import { idRule } from '../../../validation/id.ts';
import { filled, oneOf, record } from '../../../validation/text.ts';
import { parse } from '../../../validation/validate.ts';
import { refuse } from '../automation-input.ts';
import { type Automation, insertDraft } from '../automations.ts';
import { readDefinition } from '../definition/read-definition.ts';
import { findReadyMade, READY_MADE } from './list-ready-made.ts';
import { compileSent, makeTemplates } from './make-templates.ts';
import type { ReadyMadeAutomation } from './ready-made-automation.ts';

const [first, ...others] = READY_MADE.map(({ key }) => key);

export const readyMadeInput = record({
  readyMade: oneOf([first as string, ...others]),
  name: filled(255).nullish(),
  listId: idRule('a list').nullish(),
});

/** Creates a draft from a ready-made automation, with the templates that it sends. Throws ValidationError. */
export async function createFromReadyMade(scope: Scope, given: unknown): Promise<Automation> {
  const { readyMade: key, name, listId } = parse(readyMadeInput, given);
  const readyMade = findReadyMade(key) as ReadyMadeAutomation;
  const templates = await compileSent(readyMade.steps, scope.team.id);
  return transaction(scope, async (scope) => {
    const { trigger, entry, exits } = readyMade;
    const steps = await makeTemplates(scope, readyMade.steps, templates);
    const read = await readDefinition(scope, { listId: listId ?? null, trigger, entry, exits, steps });
    if ('issues' in read) refuse(read.issues);
    const { definition } = read as Extract<typeof read, { definition: unknown }>;
    return insertDraft(scope, { name: name ?? readyMade.name, listId: listId ?? null, definition, readyMade: key });
  });
}
