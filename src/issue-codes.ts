import type { Issue } from './errors.ts';

/** What is wrong with a value, for programs. Sentences are for people and may change; these stay. */
export const ISSUE_CODES = {
  required: 'The value is missing.',
  blank: 'The value has no visible content.',
  type: 'The value has another type.',
  format: 'The value has the right type and the wrong form.',
  choice: 'The value is none of the possible ones.',
  too_long: 'The text has too many characters.',
  too_short: 'The text has too few characters.',
  too_many: 'There are too many items.',
  too_few: 'There are too few items.',
  too_small: 'The number or date is too small.',
  too_large: 'The number, date or file is too large.',
  range: 'The value is outside the possible range.',
  taken: 'The value is in use already, or given twice.',
  not_found: 'The object that the value names does not exist.',
  unknown_key: 'The operation does not know this key.',
  excluded: 'The value cannot be combined with another one, or not be set now.',
  invalid: 'Any other problem: read the message.',
} as const;

export type IssueCode = keyof typeof ISSUE_CODES;

/**
 * The sentences of our issues have a fixed grammar (docs/adr/0182-issues-have-codes.md), which says what is wrong. The first pattern that
 * fits decides.
 */
const GRAMMAR: readonly (readonly [IssueCode, RegExp])[] = [
  ['required', /^is required|^must be given/],
  ['unknown_key', /is not known to|^is the unknown column|^is one of more than|^may be about consent|^has the unknown/],
  ['blank', /^must not be blank|^is empty/],
  [
    'taken',
    /^has already been taken|already|^is reserved|^is given twice|^is also|^is the same as|^must be (a )?new\b|^must differ/,
  ],
  ['choice', /^must be (null or )?one of|, or one of |^must be (a kind|an action)/],
  [
    'excluded',
    /^requires |^cannot be used|^must not be given|^must be (absent|left out|false or absent|null)|^can only|^applies only|^must not be off/,
  ],
  ['excluded', /^must not have both|^can be .* only if|^must equal|^cannot be/],
  ['too_long', /(greater than|at most|more than) [\d,.]+ characters|^must be one line of at most/],
  ['too_short', /at least [\d,.]+ characters/],
  [
    'too_many',
    /(more than|at most) [\d,.]+ (items?|keys|values|rows|columns|entries|tags|fields|steps|levels|pixels)|nested too deeply/,
  ],
  ['too_few', /at least [\d,.]+ items?|^must have exactly|^has no /],
  [
    'not_found',
    /^must be the (id|name|key|reference)|^must be an? (step|variant|contact field)|^must name|no longer exists|^is not a column/,
  ],
  [
    'type',
    /^must be (an? )?(string|object|array|integer|number|whole number|boolean|JSON object|value|rule|true or false|list of)\b(?!.* (between|such as))/,
  ],
  ['range', /between |^must start with the lower bound/],
  [
    'too_large',
    /^must (not be (greater|larger|in the future)|not exceed|be at most|be within)|^(has|is) more than|^does not fit/,
  ],
  ['too_small', /^must (be at least|not be (in the past|before)|be (in the future|after))|^must have at least/],
  ['format', /^(must|needs?|has|is|does not)\b/],
];

/** The code of an issue, as REST writes it. GraphQL writes the name of the enumeration's value: `codeNameOf`. */
export const codeOf = ({ problem }: Pick<Issue, 'problem'>): IssueCode =>
  GRAMMAR.find(([, pattern]) => pattern.test(problem))?.[0] ?? 'invalid';

/** The code of an issue as GraphQL writes it, in fields and in errors: `REQUIRED`. */
export const codeNameOf = (issue: Pick<Issue, 'problem'>): IssueCodeName => nameOf(codeOf(issue));

export type IssueCodeName = Uppercase<IssueCode>;

export const nameOf = (code: IssueCode): IssueCodeName => code.toUpperCase() as IssueCodeName;
