import type { ByteWriter } from './byte-writer.ts';

const LINE = 75;
const [CR, LF, SPACE, TAB, EQUALS] = [13, 10, 32, 9, 61];
const DIGITS = Buffer.from('0123456789ABCDEF');

const PLAIN = new Uint8Array(256).fill(1, 33, 127);
PLAIN[EQUALS] = 0;

/**
 * Writes text as UTF-8 in quoted-printable (RFC 2045, section 6.7), in lines of at most 76 characters that end in
 * CRLF. One pass over the bytes, because it runs for each of a million messages.
 */
export function writeQuotedPrintable(text: string, writer: ByteWriter): void {
  const length = Buffer.byteLength(text);
  const longest = length * 3 + Math.ceil((length * 3) / (LINE - 2)) * 3;
  // The text is placed behind its longest possible encoding.
  writer.append(longest + length, (buffer, start) => {
    const source = buffer.subarray(start + longest, start + longest + length);
    source.write(text);
    return encode(source, buffer, start);
  });
}

/** Returns the end of the encoded bytes. */
function encode(source: Buffer, target: Buffer, start: number): number {
  let end = start;
  let column = 0;
  let at = 0;
  while (at < source.length) {
    const byte = source[at]!;
    if (PLAIN[byte] === 1 && column < LINE) {
      target[end++] = byte; // most bytes: this check in front halves the time of a message
      column += 1;
      at += 1;
      continue;
    }
    const next = at + 1 < source.length ? source[at + 1] : undefined;
    if (byte === LF || (byte === CR && next === LF)) {
      target[end++] = CR;
      target[end++] = LF;
      column = 0;
      at += byte === CR ? 2 : 1;
      continue;
    }
    const blankWithin = (byte === SPACE || byte === TAB) && next !== undefined && next !== LF && next !== CR;
    const width = PLAIN[byte] === 1 || blankWithin ? 1 : 3;
    if (column + width > LINE) {
      target[end++] = EQUALS;
      target[end++] = CR;
      target[end++] = LF;
      column = 0;
    }
    if (width === 1) {
      target[end++] = byte;
    } else {
      target[end++] = EQUALS;
      target[end++] = DIGITS[byte >> 4]!;
      target[end++] = DIGITS[byte & 15]!;
    }
    column += width;
    at += 1;
  }
  return end;
}
