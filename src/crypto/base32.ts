const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS = 5;

/** Encodes bytes in base32 (RFC 4648), in lower case and without padding. Decoding ignores case. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let [pending, bits] = [0, 0];
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= BITS; bits -= BITS) text += LETTERS[(pending >> (bits - BITS)) & 31];
  }
  return bits > 0 ? text + LETTERS[(pending << (BITS - bits)) & 31] : text;
}

/** Decodes base32 in either case. Undefined for text that `toBase32` never returns. */
export function fromBase32(text: string): Buffer | undefined {
  const bytes: number[] = [];
  let [pending, bits] = [0, 0];
  for (const letter of text) {
    const value = LETTERS.indexOf(letter.toLowerCase());
    if (value < 0 || letter.length !== 1) return undefined;
    pending = ((pending << BITS) | value) & 0xfff;
    bits += BITS;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((pending >> bits) & 0xff);
    }
  }
  const left = pending & ((1 << bits) - 1);
  return left === 0 && bits < BITS ? Buffer.from(bytes) : undefined;
}
