/** A sentence of the server, and how it reads in another language. `$1`, `$2`: the groups of the pattern. */
export type PatternWords = readonly (readonly [RegExp, string])[];

/** A sentence in the words of the first pattern that fits. Undefined if none does. */
export function wordsBy(patterns: PatternWords, sentence: string): string | undefined {
  const [pattern, words] = patterns.find(([one]) => one.test(sentence)) ?? [];
  return pattern && words ? sentence.replace(pattern, words) : undefined;
}
