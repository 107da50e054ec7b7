import { remembered } from '../../../async/remembered.ts';
import type { LetterModel } from './letter-model.ts';

/** The properties of a character that matter for its position in a word. */
interface Trait {
  lower: string;
  isLetter: boolean;
  isLower: boolean;
  isUpper: boolean;
  isAscii: boolean;
  script: string;
  /** A control character or a private-use character: no file has them. */
  isJunk: boolean;
}

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Thai', 'Han', 'Hangul', 'Hiragana', 'Katakana'].map(
  (name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }),
);
const LETTER = /^[\p{L}\p{M}]$/u;
const JUNK = /[\u0080-\u009f\ufffd\ue000-\uf8ff]/;
/** Ordinals are letters in Unicode, and marks to people. */
const MARKS = new Set(['ª', 'º']);

const traitOf = remembered(
  (character): Trait => ({
    lower: character.toLowerCase(),
    isLetter: LETTER.test(character) && !MARKS.has(character),
    isLower: character !== character.toUpperCase(),
    isUpper: character !== character.toLowerCase(),
    isAscii: character < '\u0080',
    script: SCRIPTS.find(({ pattern }) => pattern.test(character))?.name ?? '',
    isJunk: JUNK.test(character),
  }),
);

/** The likelihood of a word in a language, as a logarithm: the better the reading, the nearer to 0. */
export const scoreWord = (word: string, model: LetterModel): number =>
  model.isIdeographic ? scoreCharacters([...word], model) : scoreLetters([...word], model);

function scoreLetters(word: readonly string[], { letters, pairs, followed, total }: LetterModel): number {
  let sum = 0;
  let before: Trait | undefined;
  for (const [index, character] of word.entries()) {
    const trait = traitOf(character);
    const letter = trait.lower;
    const previous = before?.isLetter ? before.lower : '^';
    let likely: number;
    if (trait.isJunk) likely = 1e-9;
    else if (trait.isLetter) {
      const often = letters.get(letter) ?? 0;
      const after = followed.get(previous) ?? 0;
      likely = (after ? (0.6 * (pairs.get(previous + letter) ?? 0)) / after : 0) + (0.39 * often) / total;
      likely += trait.isAscii ? 1e-3 : often > 0 ? 1e-4 : 2e-6;
      if (before?.isLetter) {
        const isOdd = before.isLower && trait.isUpper && !(before.isAscii && trait.isAscii);
        if (isOdd) likely *= 0.01;
        if (trait.script !== before.script && trait.script && before.script) likely *= 1e-3;
      }
    } else if (trait.isAscii) likely = 0.02;
    else likely = index === 0 || index === word.length - 1 ? 2e-5 : 2e-7;
    sum += Math.log(likely);
    before = trait;
  }
  if (!before?.isLetter) return sum + Math.log(0.1);
  const after = followed.get(before.lower) ?? 0;
  const ends = after ? (0.6 * (pairs.get(`${before.lower}$`) ?? 0)) / after : 0;
  return sum + Math.log(ends + (0.39 * (letters.get('$') ?? 0)) / total + 1e-3);
}

const LATIN = /[A-Za-z]/;
const HALF_WIDTH = /[\uff66-\uff9f]/;
const WIDE_MARK = /[\u3000-\u3002\uff01-\uff5e・ー～]/;
const COST = { ascii: Math.log(1 / 60), besideLatin: Math.log(1e-3) };

function scoreCharacters(word: readonly string[], { language, letters, total }: LetterModel): number {
  let sum = 0;
  for (const [index, character] of word.entries()) {
    if (character < '\u0080') {
      sum += COST.ascii;
      continue;
    }
    // Names are not written in two scripts: a character between Latin letters was one of them.
    if (LATIN.test(word[index - 1] ?? '')) sum += COST.besideLatin;
    if (LATIN.test(word[index + 1] ?? '')) sum += COST.besideLatin;
    sum += Math.log((0.85 * (letters.get(character) ?? 0)) / total + rest(character, language));
  }
  return sum;
}

/** The likelihood of a character that the words of the language do not have. */
function rest(character: string, language: string): number {
  if (HALF_WIDTH.test(character)) return language === 'ja' ? 1 / 400 : 1e-8;
  const { script } = traitOf(character);
  if (script === 'Hangul') return language === 'ko' ? 0.15 / 2_350 : 1e-9;
  if (script === 'Hiragana' || script === 'Katakana') return language === 'ja' ? 0.15 / 170 : 1e-8;
  if (script === 'Han') return language === 'ko' ? 1e-7 : 0.1 / 6_000;
  return WIDE_MARK.test(character) ? 1e-3 : 1e-8;
}
