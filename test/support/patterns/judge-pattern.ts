import { countSteps, TooManySteps } from './count-steps.ts';
import { type Growing, grown, hostileTexts } from './hostile-texts.ts';
import { parsePattern } from './parse-pattern.ts';

/** The most texts tried for each pattern. */
const MOST_TEXTS = 40;
/** Long enough for most bounded repetitions to reach their bound. Seemingly hard texts are tried much longer. */
const LENGTHS = [500, 1_000] as const;
const LONGER = [3_000, 6_000] as const;
/** For repeated groups, each of which goes deeper into the matcher's stack. */
const SHORTER = [100, 200] as const;
/** Twice the text takes twice the steps, or four times if it is quadratic. */
const GROWTH = 3;

/** A hard text for a pattern. */
export interface Hard {
  /** The beginning of the text. */
  text: string;
  /** The factor by which the steps grow for a text of twice the length. */
  growth: number;
  /** Steps per character of the longer text. */
  each: number;
}

/**
 * A text for which a pattern takes more than `most` steps per character, or more and more with its length. Undefined if none of
 * the texts made from the pattern is hard.
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

/** Undefined if the matcher exceeds its stack. */
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
