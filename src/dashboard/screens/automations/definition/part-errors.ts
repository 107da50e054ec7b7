import type { Step } from './step.ts';
import { allSteps } from './tree.ts';

/** The errors of a part, by field: `template`, `event.name`. Empty for the part as a whole. */
export type Errors = Readonly<Record<string, string>>;

/** The parts of a definition that are not steps. */
export const PARTS = ['trigger', 'entry', 'exits', 'sendWindow'] as const;
export type PartName = (typeof PARTS)[number];

/** The errors of each step by id, of each other part by name, and of the rest by ''. */
export type ErrorsByPart = ReadonlyMap<string, Errors>;

const isWithin = (path: string, part: string): boolean => path === part || path.startsWith(`${part}.`);

/** Assigns API errors to the innermost step of their path. `errors` by path, as they were for these steps. */
export function errorsByPart(errors: Errors, steps: readonly Step[]): ErrorsByPart {
  const parts = [...allSteps(steps)]
    .map(({ step, path }) => ({ part: stepKey(step.id), path: path.join('.') }))
    .reverse();
  const sorted = new Map<string, Record<string, string>>();
  for (const [path, message] of Object.entries(errors)) {
    const at =
      parts.find((candidate) => isWithin(path, candidate.path)) ??
      PARTS.filter((part) => isWithin(path, part)).map((part) => ({ part, path: part as string }))[0];
    const part = at?.part ?? '';
    const field = at ? path.slice(at.path.length + 1) : path;
    sorted.set(part, { ...sorted.get(part), [field]: message });
  }
  return sorted;
}

/** How a step is called among the parts: its id is the author's, and might be `trigger`. */
export const stepKey = (id: string): string => `step ${id}`;

/** The error of a field, or of something in it. */
export function errorAt(errors: Errors, field: string): string | undefined {
  if (errors[field] !== undefined) return errors[field];
  const inner = Object.keys(errors).find((path) => path.startsWith(`${field}.`));
  return inner && `${inner.slice(field.length + 1)}: ${errors[inner]}`;
}

/** The errors in a nested part, such as `event`. */
export const errorsIn = (errors: Errors, field: string): Errors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) =>
      isWithin(path, field) ? [[path.slice(field.length + 1), message]] : [],
    ),
  );
