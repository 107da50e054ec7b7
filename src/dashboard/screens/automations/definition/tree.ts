import { branchesOf, type Step, type Way, withBranch } from './step.ts';

/** A list of steps: of which way of which step; null for the outermost. */
export type Within = { readonly step: string; readonly way: Way } | null;

/** A position for a step: before the step with this index, or at the end. */
export interface Place {
  readonly within: Within;
  readonly index: number;
}

export interface Found {
  step: Step;
  place: Place;
  /** As the API names it in errors, such as `['steps', 2, 'then', 0]`. */
  path: readonly (string | number)[];
  level: number;
}

type Steps = readonly Step[];

const pathOfWay = (way: Way) => (typeof way === 'number' ? ['branches', way, 'steps'] : [way]);

/** All steps, in the order in which they are read. */
export function* allSteps(
  steps: Steps,
  within: Within = null,
  path: Found['path'] = ['steps'],
  level = 0,
): Generator<Found> {
  for (const [index, step] of steps.entries()) {
    yield { step, place: { within, index }, path: [...path, index], level };
    for (const { way, steps: inner } of branchesOf(step)) {
      yield* allSteps(inner, { step: step.id, way }, [...path, index, ...pathOfWay(way)], level + 1);
    }
  }
}

/** All positions for a step, in the same order. */
export function* allPlaces(steps: Steps, within: Within = null): Generator<Place> {
  for (const [index, step] of steps.entries()) {
    yield { within, index };
    for (const { way, steps: inner } of branchesOf(step)) yield* allPlaces(inner, { step: step.id, way });
  }
  yield { within, index: steps.length };
}

export const findStep = (steps: Steps, id: string | undefined): Found | undefined =>
  [...allSteps(steps)].find(({ step }) => step.id === id);

export const isSame = (one: Within, other: Within): boolean =>
  one?.step === other?.step && (one === null || one.way === other?.way);

export const keyOf = ({ within, index }: Place): string => `${within ? `${within.step} ${within.way}` : ''}/${index}`;

/** Changes each list of steps, the inner ones first. */
function changeLists(steps: Steps, change: (list: Steps, within: Within) => Steps, within: Within = null): Steps {
  const inside = (step: Step) =>
    branchesOf(step).reduce(
      (changed, { way, steps: inner }) => withBranch(changed, way, changeLists(inner, change, { step: step.id, way })),
      step,
    );
  return change(steps.map(inside), within);
}

export const insertStep = (steps: Steps, { within, index }: Place, step: Step): Steps =>
  changeLists(steps, (list, here) => (isSame(within, here) ? list.toSpliced(index, 0, step) : list));

/** Removes a step with its nested steps. */
export const removeStep = (steps: Steps, id: string): Steps =>
  changeLists(steps, (list) => list.filter((step) => step.id !== id));

export const replaceStep = (steps: Steps, changed: Step): Steps =>
  changeLists(steps, (list) => list.map((step) => (step.id === changed.id ? changed : step)));

/** Moves a step with its nested steps. Undefined where it cannot be: in itself, or where it is. */
export function moveStep(steps: Steps, id: string, { within, index }: Place): Steps | undefined {
  const found = findStep(steps, id);
  if (!found) return undefined;
  const rest = removeStep(steps, id);
  if (within && !findStep(rest, within.step)) return undefined;
  const isAfter = isSame(within, found.place.within) && index > found.place.index;
  const to = { within, index: isAfter ? index - 1 : index };
  return keyOf(to) === keyOf(found.place) ? undefined : insertStep(rest, to, found.step);
}

/** Moves a step to the place before its own or the one after it, into branches and out of them. Undefined at the end. */
export function shiftStep(steps: Steps, id: string, by: -1 | 1): Steps | undefined {
  const found = findStep(steps, id);
  if (!found) return undefined;
  const rest = removeStep(steps, id);
  const places = [...allPlaces(rest)];
  const to = places[places.findIndex((place) => keyOf(place) === keyOf(found.place)) + by];
  return to && insertStep(rest, to, found.step);
}
