import { encodeWord, encodeWords } from 'nodemailer/lib/mime-funcs';

/** The longest word, in bytes, that fits on a line beside the name of its header. RFC 5322 allows 998 per line. */
const UNBROKEN = 900;
const ENCODED_WORD = 60;

const WORD = 52;

/** Makes a value foldable at spaces: a value with a very long word is written as encoded words, which can be folded. */
export const foldable = (value: string): string => (hasLongWord(value) ? encodeWord(value, 'Q', ENCODED_WORD) : value);

const hasLongWord = (value: string): boolean => value.split(/\s/).some((piece) => Buffer.byteLength(piece) > UNBROKEN);

/**
 * A header's value before folding. ASCII stays as it is: providers read JSON from X-SMTPAPI and the like, and do not decode
 * encoded words (RFC 2047). A long JSON value gets spaces for folding.
 */
export function headerValue(value: string): string {
  if (!ASCII.test(value)) return encodeWords(foldable(value), 'Q', WORD, true);
  const spaced = hasLongWord(value) && isJson(value) ? value.replace(COMMA_IN_JSON, spaceBehindComma) : value;
  return foldable(spaced);
}

const ASCII = /^[\x20-\x7e]*$/;
const COMMA_IN_JSON = /"(?:[^"\\]|\\.)*"|,/g;
const spaceBehindComma = (piece: string): string => (piece === ',' ? ', ' : piece);

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
