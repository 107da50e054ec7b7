import { isUtf8 } from 'node:buffer';

/** Seven-bit Japanese switches its alphabets with these characters, whatever charset the e-mail declares. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what switches
const JAPANESE_SHIFT = /\x1b\$[@B]/;

/** How many bytes are searched for them. */
const LOOKED_AT = 20_000;

const UTF8 = new Set(['', 'utf-8', 'utf8', 'us-ascii']);

/**
 * Decodes bytes of a named character set. Valid UTF-8 is read as such, because other character sets hardly ever look like it and
 * mail servers declare wrong ones; so are bytes with a missing or unknown charset. Invalid bytes become U+FFFD.
 */
export function decodeBytes(bytes: Buffer, charset: string): string {
  const shifts = JAPANESE_SHIFT.test(bytes.toString('latin1', 0, LOOKED_AT));
  const name = shifts ? 'iso-2022-jp' : charset.toLowerCase();
  if (UTF8.has(name) || (!shifts && !name.startsWith('utf-16') && isUtf8(bytes))) {
    return bytes.toString('utf8');
  }
  try {
    return new TextDecoder(name).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}
