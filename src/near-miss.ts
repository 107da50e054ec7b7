import { distance } from 'fastest-levenshtein';

/** A key without case, accents and separators: `occurredAt`, `Occurred-At` and `occurred_at` are alike. */
export const squeezed = (key: string): string =>
  key
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Longer keys are not misspelt names of ours. */
const LONGEST = 64;

/**
 * Finds the known key that a key nearly matches: equal without case and separators, or at most two letters off. A word of three
 * or four letters may have one letter wrong or two letters exchanged; otherwise `date` would match `name`. `atMost` may lower the
 * two.
 */
export function nearMissOf(key: string, known: readonly string[], atMost = 2): string | undefined {
  if (key.length > LONGEST) return undefined;
  const plain = squeezed(key);
  if (plain === '') return undefined;
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const other = squeezed(name);
    if (plain === other) return name;
    const most = Math.min(atMost, lettersOff(Math.min(plain.length, other.length)));
    if (Math.abs(plain.length - other.length) > most || isWordOfItsOwn(plain, other)) continue;
    const off = isExchanged(plain, other) ? 1 : distance(plain, other);
    if (off > most || off >= least) continue;
    nearest = name;
    least = off;
  }
  return nearest;
}

/** The state of an address is not a misspelt status: shops send it with every customer. */
const isWordOfItsOwn = (plain: string, name: string): boolean => plain === 'state' && name === 'status';

const lettersOff = (length: number): number => (length > 4 ? 2 : length > 2 ? 1 : 0);

/** Whether two neighbouring letters are swapped. */
function isExchanged(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}

/**
 * Finds the known key that shares the most words with the key: `email` for `email_address`, `status` for
 * `filter[status]`.
 */
export function sharesWordsWith(key: string, known: readonly string[]): string | undefined {
  const words = new Set(wordsOf(key.slice(0, LONGEST)));
  const shared = known.filter((name) => name.split('_').every((word) => words.has(word)));
  return shared.toSorted((one, other) => other.length - one.length)[0];
}

const wordsOf = (key: string): string[] =>
  key
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
