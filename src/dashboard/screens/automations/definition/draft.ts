import type { EditedAutomationFragment } from '../../../../generated/dashboard/automations.ts';
import { type Part, partsOf, type Step, stepsOf } from './step.ts';

/** What is edited of an automation. */
export interface Draft {
  readonly name: string;
  readonly listId: string | null;
  readonly trigger: Part;
  readonly entry: Part;
  readonly exits: readonly Part[];
  readonly steps: readonly Step[];
}

/** An automation as it is saved. */
export const draftOf = ({ name, listId, trigger, entry, exits, steps }: EditedAutomationFragment): Draft => ({
  ...{ name, listId: listId ?? null, trigger, entry, exits: partsOf(exits), steps: stepsOf(steps) },
});

/** Whether two drafts say the same, whatever the order of their keys. */
export const isSameDraft = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other);

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
