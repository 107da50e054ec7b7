import { isUtf8 } from 'node:buffer';

/** The number of bytes in complete characters: the end of a chunk may split the last one. */
export function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/**
 * Whether at least half of the bytes beyond ASCII are UTF-8: such a file is a damaged one. In other encodings, hardly any
 * run of such bytes happens to be UTF-8.
 */
export function mostlyUtf8(bytes: Buffer): boolean {
  let [valid, runs] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0x80) continue;
    const begin = at;
    while (at < bytes.length && bytes[at]! >= 0x80) at += 1;
    if (at === bytes.length) break; // it may be cut off
    runs += 1;
    if (isUtf8(bytes.subarray(begin, at))) valid += 1;
  }
  return runs > 0 && valid >= runs / 2;
}
