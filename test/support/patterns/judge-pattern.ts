import { countSteps, TooManySteps } from './count-steps.ts';
import { type Growing, grown, hostileTexts } from './hostile-texts.ts';
import { parsePattern } from './parse-pattern.ts';

/** Texts that are tried for each pattern at most. */
const MOST_TEXTS = 40;
/** Long enough for most bounded repetitions to be at their bound. What seems hard is tried with much longer texts. */
const LENGTHS = [500, 1_000] as const;
const LONGER = [3_000, 6_000] as const;
/** For groups that are repeated, each of which goes deeper into the stack of the matcher. */
const SHORTER = [100, 200] as const;
/** Twice the text takes twice the steps, or four times if it is quadratic. */
const GROWTH = 3;

/** A text that is hard for a pattern. */
export interface Hard {
  /** The beginning of the text. */
  text: string;
  /** How many times as many steps a text of twice the length takes. */
  growth: number;
  /** Steps for each character of the longer text. */
  each: number;
}

/**
 * A text for which a pattern takes more than `most` steps for each character, or more and more the longer it is. Undefined if none
 * was found among those that are made from the pattern itself.
 */
export function findHardText(source: string, flags: string, most: number): Hard | undefined {
  const pattern = parsePattern(source, flags);
  for (const growing of hostileTexts(pattern, MOST_TEXTS)) {
    const judgeAt = (lengths: readonly [number, number]): Hard | undefined =>
      judge(growing, lengths, (text) => countSteps(pattern, flags, text, most * 2 * text.length));
    const isHard = (hard: Hard | undefined): hard is Hard =>
      hard !== undefined && (hard.each > most || hard.growth > GROWTH);
    const first = judgeAt(LENGTHS) ?? judgeAt(SHORTER);
    const hard = isHard(first) ? (judgeAt(LONGER) ?? first) : undefined;
    if (isHard(hard)) return hard;
  }
  return undefined;
}

/** Undefined if the matcher goes too deep for its stack. */
function judge(
  growing: Growing,
  lengths: readonly [number, number],
  count: (text: string) => number,
): Hard | undefined {
  const [short, long] = lengths.map((length) => grown(growing, length)) as [string, string];
  try {
    const [few, many] = [count(short), count(long)];
    return { text: long.slice(0, 60), growth: many / few, each: many / long.length };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    if (error instanceof TooManySteps) return { text: long.slice(0, 60), growth: Infinity, each: Infinity };
    throw error;
  }
}
