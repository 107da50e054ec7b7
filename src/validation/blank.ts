import { z } from 'zod';
import { isEmptyArray, wantsObject } from './empty-object.ts';

/** Whether a value is empty or blank text. */
export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** Whether an optional value is not given: undefined, null, or blank text. */
export const isAbsent = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || isBlank(value);

/** What a rule says of a value that must be there and is not. */
export const REQUIRED = 'is required.';

/** Rules that see blank text: a tab means something as a delimiter. */
const MEANT = new WeakSet<z.ZodType>();

/** The same rule, which sees blank text also where it is optional. */
export function withBlank<Rule extends z.ZodType>(rule: Rule): Rule {
  MEANT.add(rule);
  return rule;
}

/**
 * The same rule for an object's field. Blank text counts as absent if the field is optional, whatever its type is, and an empty array
 * as an empty object where one belongs.
 */
export function blankIsAbsent<Rule extends z.ZodType>(rule: Rule): Rule {
  if (MEANT.has(rule)) return rule;
  const drops = takesNull(rule) ? isBlank : takesNothing(rule) ? refusesBlank(rule) : undefined;
  if (!drops) return rule;
  // What comes out is the same, and what may go in.
  const either = z.preprocess((value) => {
    if (drops(value)) return undefined;
    return isEmptyArray(value) && wantsObject(rule) ? {} : value;
  }, rule) as unknown as Rule;
  return withBlank(either);
}

/** Whether an object that lacks this field, or has it blank, is valid as far as the field goes. */
export const mayBeBlank = (rule: z.ZodType): boolean => takesNull(rule) && !MEANT.has(rule);

/** The same of all fields of an object. */
export const blanksAreAbsent = <Shape extends z.ZodRawShape>(shape: Shape): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([key, rule]) => [key, blankIsAbsent(rule as z.ZodType)]),
  ) as unknown as Shape;

/** Whether a field may be left out and cleared: `rule.nullish()`, also with a transformation behind or before it. */
function takesNull(rule: unknown): boolean {
  if (rule instanceof z.ZodNull || rule instanceof z.ZodNullable) return true;
  if (rule instanceof z.ZodOptional) return takesNull(rule.unwrap());
  return rule instanceof z.ZodPipe && takesNull(rule.def.in instanceof z.ZodTransform ? rule.def.out : rule.def.in);
}

/** Whether a field may be left out, but not cleared: `rule.optional()`. */
const takesNothing = (rule: unknown): rule is z.ZodOptional => rule instanceof z.ZodOptional;

/**
 * Blank text is a value where the rule takes it, such as words of a template that are meant to be empty; and where something must be
 * there once the field is sent, as the name of a list, it is refused.
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
