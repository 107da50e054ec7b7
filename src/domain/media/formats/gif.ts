import { damaged, incomplete, type Picture } from './picture.ts';

const EXTENSION = 0x21;
const FRAME = 0x2c;
const END = 0x3b;
const CONTROL = 0xf9;
const APPLICATION = 0xff;
/** The number of repetitions. Other applications store their own data there. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

export const isGif = (bytes: Buffer): boolean => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6));

/** Reads a GIF, animated or not. Throws ValidationError. */
export function readGif(bytes: Buffer): Picture {
  if (bytes.length < 13) throw incomplete();
  let at = 13 + tableSize(bytes[10] as number);
  const kept: Buffer[] = [bytes.subarray(0, at)];
  let [width, height, frames] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8), 0];
  for (;;) {
    if (at + 2 > bytes.length && bytes[at] !== END) throw incomplete();
    const [from, kind] = [at, bytes[at]];
    if (kind === END) break;
    if (kind === FRAME) {
      if (at + 11 > bytes.length) throw incomplete();
      // A frame may be larger than the file's shown size, and programs still allocate memory for it.
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      frames += 1;
      at = endOfBlocks(bytes, at + 11 + tableSize(bytes[at + 9] as number));
      kept.push(bytes.subarray(from, at));
    } else if (kind === EXTENSION) {
      const label = bytes[at + 1];
      at = endOfBlocks(bytes, at + 2);
      const loops = label === APPLICATION && LOOPS.has(bytes.toString('latin1', from + 3, from + 14));
      if (label === CONTROL || loops) kept.push(bytes.subarray(from, at));
    } else throw damaged();
  }
  if (frames === 0) throw damaged();
  return { type: 'gif', width, height, frames, orientation: 1, bytes: Buffer.concat([...kept, Buffer.of(END)]) };
}

/** The size of the colour table that the flags announce. */
const tableSize = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Skips blocks that begin with their length, up to the empty final one. */
function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const size = bytes[at];
    if (size === undefined) throw incomplete();
    at += 1 + size;
    if (size === 0) return at;
  }
}
