import type { Part } from './parse-pattern.ts';

/** A growing text: its beginning, the repeated piece, and its end. */
export interface Growing {
  before: string;
  piece: string;
  after: string;
}

/** Characters of any text, and one that hardly any pattern matches. */
const USUAL = ['a', '0', ' ', '\n', '-', '.', '@', ':', '\u0001'];
const NEVER = '\u0001';
const MOST_PIECES = 5;

/** The text of a given length. */
export const grown = ({ before, piece, after }: Growing, length: number): string =>
  before + piece.repeat(Math.ceil(length / piece.length)) + after;

/**
 * Hard texts for a pattern, made from itself: for each repetition, a text that leads to it, the repeated piece many times, then a
 * mismatch.
 */
export function hostileTexts(pattern: Part, most: number): Growing[] {
  const alphabet = [...new Set([...charactersOf(pattern), ...USUAL])];
  const found = new Map<string, Growing>();
  const add = (before: string, piece: string, after: string) => {
    if (piece !== '') found.set(JSON.stringify([before, piece, after]), { before, piece, after });
  };
  const visit = (part: Part, before: string): void => {
    switch (part.kind) {
      case 'choice':
        for (const one of part.parts) visit(one, before);
        return;
      case 'group':
      case 'look':
        visit(part.part, before);
        return;
      case 'sequence': {
        let led = before;
        for (const one of part.parts) {
          visit(one, led);
          led += sampleOf(one, alphabet);
        }
        return;
      }
      case 'repeat':
        if (part.max >= 8) {
          for (const piece of piecesOf(part.part, alphabet)) {
            add(before, piece, NEVER);
            add('', before + piece, NEVER);
          }
          if (before !== '') add('', before, NEVER);
        }
        visit(part.part, before);
    }
  };
  visit(pattern, '');
  const all = [...found.values()];
  const stride = Math.max(1, Math.ceil(all.length / most));
  return all.filter((_, index) => index % stride === 0);
}

/** The literal characters in the pattern, and some of each of its sets. */
function* charactersOf(part: Part): Generator<string> {
  if (part.kind === 'set') {
    const literal = part.source.replace(/^\\/, '');
    if (literal.length === 1 && part.matches(literal)) yield literal;
    for (const char of part.source.replace(/\\[a-zA-Z]/g, '')) if (part.source.startsWith('[')) yield char;
  } else if ('parts' in part) for (const one of part.parts) yield* charactersOf(one);
  else if ('part' in part) yield* charactersOf(part.part);
}

/** The shortest text that a part matches, ignoring look-arounds. */
function sampleOf(part: Part, alphabet: readonly string[]): string {
  switch (part.kind) {
    case 'set':
      return alphabet.find((char) => part.matches(char)) ?? anyOf(part);
    case 'sequence':
      return part.parts.map((one) => sampleOf(one, alphabet)).join('');
    case 'choice':
      return sampleOf(part.parts[0]!, alphabet);
    case 'repeat':
      return sampleOf(part.part, alphabet).repeat(Math.max(part.min, part.max > 1 ? 1 : 0));
    case 'group':
      return sampleOf(part.part, alphabet);
    default:
      return '';
  }
}

/** The repeatable pieces: several characters of a set, each text of a choice. */
function piecesOf(part: Part, alphabet: readonly string[]): string[] {
  if (part.kind === 'set') {
    const fitting = alphabet.filter((char) => part.matches(char));
    return fitting.length > 0 ? fitting.slice(0, MOST_PIECES) : [anyOf(part)];
  }
  if (part.kind === 'choice') return part.parts.flatMap((one) => piecesOf(one, alphabet)).slice(0, MOST_PIECES);
  if (part.kind === 'group') return piecesOf(part.part, alphabet);
  return [sampleOf(part, alphabet)];
}

function anyOf(part: Part & { kind: 'set' }): string {
  for (let code = 1; code < 0x3100; code += 1) {
    const char = String.fromCharCode(code);
    if (part.matches(char)) return char;
  }
  return 'a';
}
