/** A part of a definition, as in the API. Its keys depend on its type; the server validates them. */
export interface Part {
  readonly [key: string]: unknown;
}

export const STEP_TYPES = [
  ...(['send', 'wait', 'wait_for', 'condition', 'split', 'add_tags', 'remove_tags', 'set_attribute'] as const),
  ...(['subscribe', 'unsubscribe', 'webhook', 'exit'] as const),
] as const;
export type StepType = (typeof STEP_TYPES)[number];

export interface Step extends Part {
  readonly id: string;
  readonly type: StepType;
}

/** A branch of a step: the key in the definition, or the number of a split's branch. */
export type BranchKey = 'then' | 'else' | number;

export interface Branch {
  branchKey: BranchKey;
  name: string;
  steps: readonly Step[];
}

export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isStep = (value: unknown): value is Step =>
  isPart(value) && typeof value.id === 'string' && STEP_TYPES.some((type) => type === value.type);

export const partsOf = (value: unknown): readonly Part[] => (Array.isArray(value) ? value.filter(isPart) : []);

export const stepsOf = (value: unknown): readonly Step[] => (Array.isArray(value) ? value.filter(isStep) : []);

/** The text under a key; empty if absent. */
export const textOf = (part: Part, key: string): string => {
  const value = part[key];
  return typeof value === 'string' ? value : '';
};

/** The part with another value under a key; without it for undefined. */
export function withValue(part: Part, key: string, value: unknown): Part {
  const { [key]: _, ...rest } = part;
  return value === undefined ? rest : { ...part, [key]: value };
}

/** The branches of a step, in order. */
export function branchesOf(step: Step): Branch[] {
  if (step.type === 'split') {
    return partsOf(step.branches).map((branch, branchKey) => ({
      branchKey,
      name: textOf(branch, 'name'),
      steps: stepsOf(branch.steps),
    }));
  }
  if (step.type !== 'condition' && step.type !== 'wait_for') return [];
  return (['then', 'else'] as const).map((branchKey) => ({
    branchKey,
    name: branchKey,
    steps: stepsOf(step[branchKey]),
  }));
}

/** The step with other steps in one of its branches. */
export function withBranch(step: Step, branchKey: BranchKey, steps: readonly Step[]): Step {
  if (typeof branchKey === 'string') return { ...step, [branchKey]: steps };
  const branches = partsOf(step.branches).map((branch, index) => (index === branchKey ? { ...branch, steps } : branch));
  return { ...step, branches };
}
