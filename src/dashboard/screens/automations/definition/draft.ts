import type { EditedAutomationFragment } from '../../../../generated/dashboard/automations.ts';
import { isSameJson } from '../../../rules/json.ts';
import { isPart, type Part, partsOf, type Step, stepsOf } from './step.ts';

/** The editable parts of an automation. */
export interface Draft {
  readonly name: string;
  readonly listId: string | null;
  readonly trigger: Part;
  readonly entry: Part;
  readonly exits: readonly Part[];
  readonly steps: readonly Step[];
  /** Null: e-mails are sent at any time. */
  readonly sendWindow: Part | null;
}

/** An automation as it is saved. */
export const draftOf = ({
  name,
  listId,
  trigger,
  entry,
  exits,
  steps,
  sendWindow,
}: EditedAutomationFragment): Draft => ({
  name,
  listId: listId ?? null,
  trigger,
  entry,
  exits: partsOf(exits),
  steps: stepsOf(steps),
  sendWindow: isPart(sendWindow) ? sendWindow : null,
});

/** The automation as a version has it. Its name and its list have no versions. */
export const draftAt = (
  automation: EditedAutomationFragment,
  version: Pick<EditedAutomationFragment, 'trigger' | 'entry' | 'exits' | 'steps' | 'sendWindow'>,
): Draft => {
  const { trigger, entry, exits, steps, sendWindow } = version;
  return draftOf({ ...automation, trigger, entry, exits, steps, sendWindow });
};

/** Whether two drafts, or parts of them, are equal. */
export const isSameDraft: (one: unknown, other: unknown) => boolean = isSameJson;
