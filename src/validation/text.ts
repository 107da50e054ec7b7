import { z } from 'zod';
import { blanksAreAbsent, isBlank, REQUIRED, withBlank } from './blank.ts';

export { isBlank };

type RawIssue = { input?: unknown };

/** The message for a value of the wrong type; "is required." when it is absent or null. */
export const otherwise = (problem: string) => (issue: RawIssue) =>
  issue.input === undefined || issue.input === null ? REQUIRED : problem;

/**
 * PostgreSQL cannot store NUL in text, and a lone surrogate has no UTF-8 form. Both must be refused as invalid input.
 */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0');

/** Makes foreign text storable: replaces NUL and lone surrogates. */
export const storable = (value: string): string => Buffer.from(value).toString().replaceAll('\0', ' ');

/** Length in code points: an emoji outside the basic plane counts as one character. */
export const characters = (value: string): number => {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
};

/** Any text of at most `max` characters. */
export const text = (max: number) =>
  z
    .string({ error: otherwise('must be a string.') })
    .meta({ maxLength: max })
    .refine(isStorable, 'must not contain NUL or broken characters.')
    .refine((value) => value.length <= max || characters(value) <= max, `must not be greater than ${max} characters.`);

/** Trimmed text that must not be empty. */
export const filled = (max: number) =>
  text(max)
    .transform((value) => value.trim())
    .refine((value) => value !== '', REQUIRED)
    .meta({ minLength: 1, pattern: '\\S' });

/**
 * The same rule for an optional field. Empty and blank text counts as absent, because spreadsheets and forms write
 * missing text so.
 */
export const optionalText = <Rule extends z.ZodType>(rule: Rule) =>
  withBlank(z.preprocess((value) => (isBlank(value) ? undefined : value), rule.nullish()));

/** Text for a mail header must be on one line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/;

const UNPRINTED = String.raw`\u0000-\u001f\u007f\u2028\u2029`;
/** The same for the OpenAPI description, with a visible character. */
const ONE_LINE = `^[^${UNPRINTED}]*[^\\s${UNPRINTED}][^${UNPRINTED}]*$`;

export const oneLine = (max: number) =>
  filled(max)
    .refine((value) => !CONTROL.test(value), 'must be on one line.')
    .meta({ pattern: ONE_LINE });

export const yesOrNo = () => z.boolean({ error: otherwise('must be true or false.') });

/** One of the wire values of an enumeration. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: otherwise(`must be one of ${values.join(', ')}.`) });

/** A list of `rule`, with `min` to `max` entries. */
export const listOf = <Rule extends z.ZodType>(rule: Rule, min: number, max: number) =>
  z
    .array(rule, { error: notAList(rule) })
    .min(min, min === 1 ? 'must have at least 1 item.' : `must have at least ${min} items.`)
    .max(max, `must not have more than ${max} items.`);

/** A lone item shows how it is written as a list. */
const notAList = (rule: z.ZodType) => (issue: RawIssue) => {
  const isItem =
    typeof issue.input === 'string' &&
    issue.input.length <= 100 &&
    rule.safeParse(issue.input).success &&
    !rule.safeParse(null).success; // a rule that takes anything
  return otherwise(isItem ? `must be an array: [${JSON.stringify(issue.input)}].` : 'must be an array.')(issue);
};

/**
 * An object with these fields; other keys are dropped. Blank text counts as absent in each field that is optional, of
 * whatever type (docs/adr/0125).
 */
export const record = <Shape extends z.ZodRawShape>(shape: Shape, problem?: string) =>
  exactRecord(blanksAreAbsent(shape), problem);

/** The same object with more fields. */
export const extended = <Shape extends z.ZodRawShape, More extends z.ZodRawShape>(
  base: z.ZodObject<Shape>,
  more: More,
) => base.extend(blanksAreAbsent(more));

/** Like `record`, but its fields see blank text as sent: for events, as specified. */
export const exactRecord = <Shape extends z.ZodRawShape>(shape: Shape, problem = 'must be an object.') =>
  z.object(shape, { error: otherwise(problem) });
