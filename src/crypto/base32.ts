const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS = 5;

/** Bytes in base32 (RFC 4648) in lower case and without padding: it survives being turned to upper case. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let [held, bits] = [0, 0];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= BITS; bits -= BITS) text += LETTERS[(held >> (bits - BITS)) & 31];
  }
  return bits > 0 ? text + LETTERS[(held << (BITS - bits)) & 31] : text;
}

/** The bytes again; undefined for what `toBase32` gives for no bytes. Letters may be in either case. */
export function fromBase32(text: string): Buffer | undefined {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const letter of text) {
    const value = LETTERS.indexOf(letter.toLowerCase());
    if (value < 0 || letter.length !== 1) return undefined;
    held = ((held << BITS) | value) & 0xfff;
    bits += BITS;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  const left = held & ((1 << bits) - 1);
  return left === 0 && bits < BITS ? Buffer.from(bytes) : undefined;
}
