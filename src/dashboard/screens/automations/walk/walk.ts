import { branchesOf, type Step } from '../definition/step.ts';
import { allSteps, findStep, type Place } from '../definition/tree.ts';

/** The result of a step on a path. */
export interface Visit {
  at: string;
  outcome: string;
  branch?: string | null | undefined;
  subject?: string | null | undefined;
  reason?: string | null | undefined;
}

/** A path through the steps. */
export interface Walk {
  visits: ReadonlyMap<string, Visit>;
  /** The steps in the order in which they were passed. */
  order: readonly string[];
  /** Where they are now, if they are under way. */
  here: string | undefined;
  /** Whether they came to the end. */
  isWhole: boolean;
}

export const walkOf = (
  steps: readonly (Visit & { step: string })[],
  { here, isWhole }: Pick<Walk, 'here' | 'isWhole'>,
): Walk => ({
  visits: new Map(steps.map((visit) => [visit.step, visit])),
  order: steps.map(({ step }) => step),
  here,
  isWhole,
});

/** Whether the way leads over a place between steps. */
export function leadsOver(
  { visits, order, here, isWhole }: Walk,
  steps: readonly Step[],
  { within, index }: Place,
): boolean {
  const wentOn = order.length > 0 || here !== undefined || isWhole;
  const owner = findStep(steps, within?.step)?.step;
  const way = owner && branchesOf(owner).find((one) => one.way === within?.way);
  const before = (way ? way.steps : steps)[index - 1];
  if (!before) {
    if (!within) return wentOn;
    return way !== undefined && visits.get(within.step)?.branch === way.name;
  }
  const inside = new Set([...allSteps([before])].map(({ step }) => step.id));
  const last = order.findLastIndex((id) => inside.has(id));
  if (last < 0 || (here !== undefined && inside.has(here))) return false;
  return last < order.length - 1 || here !== undefined || isWhole;
}
