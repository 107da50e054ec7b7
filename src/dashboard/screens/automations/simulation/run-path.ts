import { branchesOf, type Step } from '../definition/step.ts';
import { allSteps, findStep, type Slot } from '../definition/tree.ts';

/** The result of a step on a path. */
export interface StepResult {
  at: string;
  outcome: string;
  branch?: string | null | undefined;
  subject?: string | null | undefined;
  reason?: string | null | undefined;
}

/** A path through the steps. */
export interface RunPath {
  results: ReadonlyMap<string, StepResult>;
  /** The steps in the order in which they were passed. */
  order: readonly string[];
  /** The current step of a run in progress. */
  currentStep: string | undefined;
  /** Whether the run reached the end. */
  isCompleted: boolean;
}

export const runPathOf = (
  steps: readonly (StepResult & { step: string })[],
  { currentStep, isCompleted }: Pick<RunPath, 'currentStep' | 'isCompleted'>,
): RunPath => ({
  results: new Map(steps.map((result) => [result.step, result])),
  order: steps.map(({ step }) => step),
  currentStep,
  isCompleted,
});

/** Whether the path leads through a slot. */
export function isOnPath(
  { results, order, currentStep, isCompleted }: RunPath,
  steps: readonly Step[],
  { within, index }: Slot,
): boolean {
  const hasStarted = order.length > 0 || currentStep !== undefined || isCompleted;
  const owner = findStep(steps, within?.step)?.step;
  const branch = owner && branchesOf(owner).find((one) => one.branchKey === within?.branchKey);
  const before = (branch ? branch.steps : steps)[index - 1];
  if (!before) {
    if (!within) return hasStarted;
    return branch !== undefined && results.get(within.step)?.branch === branch.name;
  }
  const inside = new Set([...allSteps([before])].map(({ step }) => step.id));
  const last = order.findLastIndex((id) => inside.has(id));
  if (last < 0 || (currentStep !== undefined && inside.has(currentStep))) return false;
  return last < order.length - 1 || currentStep !== undefined || isCompleted;
}
