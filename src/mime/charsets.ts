import { isUtf8 } from 'node:buffer';

/** Japanese in seven bits switches its alphabets with these characters, whatever the mail says of itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what switches
const JAPANESE_SHIFT = /\x1b\$[@B]/;

/** How many bytes are looked at for that. */
const LOOKED_AT = 20_000;

const UTF8 = new Set(['', 'utf-8', 'utf8', 'us-ascii']);

/**
 * The text that bytes in a named character set stand for. Whatever is valid UTF-8 is taken for it, since other character
 * sets hardly ever look like it and mail servers name the wrong ones; so is what has no name or an unknown one. Bytes
 * that do not fit become U+FFFD.
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
