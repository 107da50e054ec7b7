/** A part of a definition as the API has it: which keys it has depends on its type, and the server judges them. */
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

/** Which of the ways that go on from a step: of a split its number. */
export type Way = 'then' | 'else' | number;

export interface Branch {
  way: Way;
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

/** The ways that go on from a step, in order. */
export function branchesOf(step: Step): Branch[] {
  if (step.type === 'split') {
    return partsOf(step.branches).map((branch, way) => ({
      ...{ way, name: textOf(branch, 'name'), steps: stepsOf(branch.steps) },
    }));
  }
  if (step.type !== 'condition' && step.type !== 'wait_for') return [];
  return (['then', 'else'] as const).map((way) => ({ way, name: way, steps: stepsOf(step[way]) }));
}

/** The step with other steps on one of its ways. */
export function withBranch(step: Step, way: Way, steps: readonly Step[]): Step {
  if (typeof way === 'string') return { ...step, [way]: steps };
  const branches = partsOf(step.branches).map((branch, index) => (index === way ? { ...branch, steps } : branch));
  return { ...step, branches };
}
