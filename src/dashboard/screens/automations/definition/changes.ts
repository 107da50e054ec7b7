import { type Draft, isSameDraft } from './draft.ts';
import type { Step } from './step.ts';
import { branchesOf, withBranch } from './step.ts';
import { allSteps, type Found, keyOf } from './tree.ts';

/** The difference between a draft and the saved definition. */
export interface Changes {
  parts: ('name' | 'listId' | 'trigger' | 'entry' | 'exits' | 'sendWindow')[];
  added: Step[];
  removed: Step[];
  changed: Step[];
  moved: Step[];
  /** Whether it is more than another name: then it is a new version. */
  ofDefinition: boolean;
}

const OTHERS = ['name', 'listId', 'trigger', 'entry', 'exits', 'sendWindow'] as const;

/** Compares a draft with the saved definition; steps match by id. */
export function changesOf(saved: Draft, draft: Draft): Changes {
  const before = byId(saved);
  const after = byId(draft);
  const both = [...after.values()].flatMap((now) => {
    const then = before.get(now.step.id);
    return then ? [{ now, then }] : [];
  });
  const parts = OTHERS.filter((part) => !isSameDraft(saved[part], draft[part]));
  return {
    parts,
    added: [...after.values()].map(({ step }) => step).filter(({ id }) => !before.has(id)),
    removed: [...before.values()].map(({ step }) => step).filter(({ id }) => !after.has(id)),
    changed: both.filter(({ now, then }) => !isSameDraft(alone(now.step), alone(then.step))).map(({ now }) => now.step),
    moved: isSameDraft(order(saved, after), order(draft, before))
      ? []
      : both.filter(({ now, then }) => keyOf(now.slot) !== keyOf(then.slot)).map(({ now }) => now.step),
    ofDefinition: parts.some((part) => part !== 'name') || !isSameDraft(saved.steps, draft.steps),
  };
}

const byId = ({ steps }: Draft): Map<string, Found> =>
  new Map([...allSteps(steps)].map((found) => [found.step.id, found] as const));

/** The step without the steps of its branches. */
const alone = (step: Step): Step =>
  branchesOf(step).reduce((bare, { branchKey }) => withBranch(bare, branchKey, []), step);

/** The steps common to both, in order and with their branch, so that added and deleted steps do not count as moves. */
const order = ({ steps }: Draft, others: Map<string, unknown>) =>
  [...allSteps(steps)].filter(({ step }) => others.has(step.id)).map(({ step, slot }) => [step.id, slot.within]);
