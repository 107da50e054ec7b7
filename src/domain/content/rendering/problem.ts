/** An error in a template, with its position. Lines and columns count from 1. */
export interface TemplateProblem {
  line: number;
  column: number;
  problem: string;
}

export const TOO_SLOW = 'the template takes too long';

const LIMITS: [RegExp, string][] = [
  [/parse length limit exceeded/, 'the template is too long'],
  [/memory alloc limit exceeded|Invalid (string|array) length/, 'the template needs too much memory'],
  [/template render limit exceeded/, TOO_SLOW],
  [/Maximum call stack/, 'the template is nested too deeply'],
];

interface Located {
  message?: unknown;
  originalError?: unknown;
  token?: { getPosition?(): [number, number] };
}

/** Describes an error of LiquidJS, or anything else thrown by a template, for the template's author. */
export function describeProblem(error: unknown): TemplateProblem {
  const { token, originalError, message } = (error ?? {}) as Located;
  const [line = 1, column = 1] = token?.getPosition?.() ?? [];
  const cause = (originalError as Located | undefined)?.message ?? message ?? error;
  const text = String(cause).replace(/(?:, file:[^,]*)?, line:\d+, col:\d+$/, '');
  const limit = LIMITS.find(([pattern]) => pattern.test(text));
  return { line, column, problem: limit ? limit[1] : oneLine(text) };
}

function oneLine(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

/** The most names in the reason: a message with more lacks its data altogether. */
const MOST_NAMED = 10;

/** Why a strict message is not sent. `names`: the full paths of variables without a value. */
export function missingReason(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  const named = `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
  return names.length === 1
    ? `The variable ${named} has no value, and the e-mail is strict.`
    : `These variables have no value, and the e-mail is strict: ${named}.`;
}
