import { type BranchKey, branchesOf, type Step, withBranch } from './step.ts';

/** A list of steps: the branch of a step, or null for the outermost list. */
export type Within = { readonly step: string; readonly branchKey: BranchKey } | null;

/** A position for a step: before the step with this index, or at the end. */
export interface Slot {
  readonly within: Within;
  readonly index: number;
}

export interface Found {
  step: Step;
  slot: Slot;
  /** As the API names it in errors, such as `['steps', 2, 'then', 0]`. */
  path: readonly (string | number)[];
  level: number;
}

type Steps = readonly Step[];

const pathOfBranch = (branchKey: BranchKey) =>
  typeof branchKey === 'number' ? ['branches', branchKey, 'steps'] : [branchKey];

/** All steps, in the order in which they are read. */
export function* allSteps(
  steps: Steps,
  within: Within = null,
  path: Found['path'] = ['steps'],
  level = 0,
): Generator<Found> {
  for (const [index, step] of steps.entries()) {
    yield { step, slot: { within, index }, path: [...path, index], level };
    for (const { branchKey, steps: inner } of branchesOf(step)) {
      yield* allSteps(inner, { step: step.id, branchKey }, [...path, index, ...pathOfBranch(branchKey)], level + 1);
    }
  }
}

/** All slots, in the same order. */
export function* allSlots(steps: Steps, within: Within = null): Generator<Slot> {
  for (const [index, step] of steps.entries()) {
    yield { within, index };
    for (const { branchKey, steps: inner } of branchesOf(step)) yield* allSlots(inner, { step: step.id, branchKey });
  }
  yield { within, index: steps.length };
}

export const findStep = (steps: Steps, id: string | undefined): Found | undefined =>
  [...allSteps(steps)].find(({ step }) => step.id === id);

export const isSame = (one: Within, other: Within): boolean =>
  one?.step === other?.step && (one === null || one.branchKey === other?.branchKey);

export const keyOf = ({ within, index }: Slot): string =>
  `${within ? `${within.step} ${within.branchKey}` : ''}/${index}`;

/** Changes each list of steps, the inner ones first. */
function changeLists(steps: Steps, change: (list: Steps, within: Within) => Steps, within: Within = null): Steps {
  const inside = (step: Step) =>
    branchesOf(step).reduce(
      (changed, { branchKey, steps: inner }) =>
        withBranch(changed, branchKey, changeLists(inner, change, { step: step.id, branchKey })),
      step,
    );
  return change(steps.map(inside), within);
}

export const insertStep = (steps: Steps, { within, index }: Slot, step: Step): Steps =>
  changeLists(steps, (list, here) => (isSame(within, here) ? list.toSpliced(index, 0, step) : list));

/** Removes a step with its nested steps. */
export const removeStep = (steps: Steps, id: string): Steps =>
  changeLists(steps, (list) => list.filter((step) => step.id !== id));

export const replaceStep = (steps: Steps, changed: Step): Steps =>
  changeLists(steps, (list) => list.map((step) => (step.id === changed.id ? changed : step)));

/** Moves a step with its nested steps. Undefined where it cannot be: in itself, or where it is. */
export function moveStep(steps: Steps, id: string, { within, index }: Slot): Steps | undefined {
  const found = findStep(steps, id);
  if (!found) return undefined;
  const rest = removeStep(steps, id);
  if (within && !findStep(rest, within.step)) return undefined;
  const isAfter = isSame(within, found.slot.within) && index > found.slot.index;
  const to = { within, index: isAfter ? index - 1 : index };
  return keyOf(to) === keyOf(found.slot) ? undefined : insertStep(rest, to, found.step);
}

/** Moves a step to the slot before or after its own, into branches and out of them. Undefined at the end. */
export function shiftStep(steps: Steps, id: string, by: -1 | 1): Steps | undefined {
  const found = findStep(steps, id);
  if (!found) return undefined;
  const rest = removeStep(steps, id);
  const slots = [...allSlots(rest)];
  const to = slots[slots.findIndex((slot) => keyOf(slot) === keyOf(found.slot)) + by];
  return to && insertStep(rest, to, found.step);
}
