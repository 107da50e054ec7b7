import { NAME_CHARACTERS } from './name-characters.ts';

/** The frequencies of a language's letters and letter pairs. */
export interface LetterModel {
  language: string;
  /** Whether it is written with thousands of characters, whose order is not informative. */
  isIdeographic: boolean;
  total: number;
  letters: ReadonlyMap<string, number>;
  pairs: ReadonlyMap<string, number>;
  /** For each letter, the number of letters that follow it in a word. */
  followed: ReadonlyMap<string, number>;
}

const IDEOGRAPHIC = new Set(['zh', 'zh-Hant', 'ja', 'ko']);
/** The weight of a character of common names, besides those in the words of the language. */
const NAME_WEIGHT = 8;

const models = new Map<string, LetterModel>();

/** Returns the model of a language, made from the words that Intl has in it: countries, languages, currencies, months. */
export function letterModel(language: string): LetterModel {
  const known = models.get(language);
  if (known) return known;
  const made = makeModel(language);
  models.set(language, made);
  return made;
}

function makeModel(language: string): LetterModel {
  const isIdeographic = IDEOGRAPHIC.has(language);
  const [letters, pairs, followed] = [1, 2, 3].map(() => new Map<string, number>()) as [Counts, Counts, Counts];
  let total = 0;
  const take = (letter: string, weight: number) => {
    add(letters, letter, weight);
    total += weight;
  };
  for (const word of wordsOf(language)) {
    if (isIdeographic) for (const character of word) take(character, 1);
    else {
      let before = '^';
      for (const letter of [...word.normalize('NFC').toLowerCase(), '$']) {
        take(letter, 1);
        add(pairs, before + letter, 1);
        add(followed, before, 1);
        before = letter;
      }
    }
  }
  for (const character of NAME_CHARACTERS[language] ?? '') take(character, NAME_WEIGHT);
  return { language, isIdeographic, total, letters, pairs, followed };
}

type Counts = Map<string, number>;

const add = (counts: Counts, key: string, weight: number) => counts.set(key, (counts.get(key) ?? 0) + weight);

const BETWEEN_WORDS = /[\s\-–.,;:()'’/]+/;

function wordsOf(language: string): string[] {
  const named = (['region', 'language', 'currency'] as const).flatMap((type) => {
    const names = new Intl.DisplayNames(language, { type, fallback: 'none' });
    return codesOf(type).flatMap((code) => names.of(code) ?? []);
  });
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index, 15)));
  return [...named, ...months].flatMap((name) => name.split(BETWEEN_WORDS)).filter(Boolean);
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes without a country or a language have no name and are left out. */
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

function codesOf(type: 'region' | 'language' | 'currency'): string[] {
  if (type === 'currency') return Intl.supportedValuesOf('currency');
  return type === 'region' ? PAIRS : PAIRS.map((pair) => pair.toLowerCase());
}
