import { z } from 'zod';
import { isEmptyArray, wantsObject } from './empty-object.ts';

/** Whether a value is empty or blank text. */
export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** Whether an optional value is missing: undefined, null, or blank text. */
export const isAbsent = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || isBlank(value);

/** The problem of a missing required value. */
export const REQUIRED = 'is required.';

/** Rules that accept blank text: a tab is a valid delimiter. */
const MEANT = new WeakSet<z.ZodType>();

/** The same rule, accepting blank text even if it is optional. */
export function withBlank<Rule extends z.ZodType>(rule: Rule): Rule {
  MEANT.add(rule);
  return rule;
}

/**
 * The same rule for an object's field. Blank text counts as absent if the field is optional, for any type, and an
 * empty array as an empty object if the field is an object.
 */
export function blankIsAbsent<Rule extends z.ZodType>(rule: Rule): Rule {
  if (MEANT.has(rule)) return rule;
  const drops = takesNull(rule) ? isBlank : takesNothing(rule) ? refusesBlank(rule) : undefined;
  if (!drops) return rule;
  // The output type is the same, and so is the input type.
  const either = z.preprocess((value) => {
    if (drops(value)) return undefined;
    return isEmptyArray(value) && wantsObject(rule) ? {} : value;
  }, rule) as unknown as Rule;
  return withBlank(either);
}

/** Whether an object is valid without this field or with a blank one. */
export const mayBeBlank = (rule: z.ZodType): boolean => takesNull(rule) && !MEANT.has(rule);

/** Applies `blankIsAbsent` to all fields of an object. */
export const blanksAreAbsent = <Shape extends z.ZodRawShape>(shape: Shape): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([key, rule]) => [key, blankIsAbsent(rule as z.ZodType)]),
  ) as unknown as Shape;

/** Whether a field may be omitted and cleared: `rule.nullish()`, even with a transformation before or after it. */
function takesNull(rule: unknown): boolean {
  if (rule instanceof z.ZodNull || rule instanceof z.ZodNullable) return true;
  if (rule instanceof z.ZodOptional) return takesNull(rule.unwrap());
  return rule instanceof z.ZodPipe && takesNull(rule.def.in instanceof z.ZodTransform ? rule.def.out : rule.def.in);
}

/** Whether a field may be omitted but not cleared: `rule.optional()`. */
const takesNothing = (rule: unknown): rule is z.ZodOptional => rule instanceof z.ZodOptional;

/**
 * Blank text is a value if the rule accepts it, such as an empty text of a template. If a field needs a value once
 * sent, such as the name of a list, blank text is refused.
 */
function refusesBlank(rule: z.ZodOptional): (value: unknown) => boolean {
  let refuses: boolean | undefined;
  return (value) => {
    if (!isBlank(value)) return false;
    refuses ??=
      (rule.unwrap() as z.ZodType).safeParse('').error?.issues.every(({ message }) => message !== REQUIRED) ?? false;
    return refuses;
  };
}
