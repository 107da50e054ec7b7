import { isAscii, isUtf8 } from 'node:buffer';
import { peek } from './peek.ts';
import { fileProblem } from './problem.ts';

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const HEAD = 4_096;
const BYTE_ORDER_MARKS: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/**
 * Returns the bytes as UTF-8 without a byte order mark, and the encoding they were read in: the given one, that of the
 * byte order mark, or UTF-16 recognised by its zeros. Otherwise the first bytes beyond ASCII decide, however late they
 * come: either they are UTF-8, and the whole file must be, or the whole file is read as Windows-1252, which covers
 * Latin-1. The mark of UTF-8 counts more than what is given: nothing else begins like that.
 */
export async function decode(
  bytes: AsyncIterable<Uint8Array>,
  given?: Encoding,
): Promise<{ encoding: () => Encoding; text: AsyncGenerator<Buffer> }> {
  const { head, all } = await peek(bytes, HEAD);
  const starts = (mark: number[]) => mark.every((byte, index) => head[index] === byte);
  if (starts(ZIP)) throw fileProblem('is a spreadsheet or a ZIP archive. Save it as CSV.');
  const [marked, mark = []] = BYTE_ORDER_MARKS.find(([, mark]) => starts(mark)) ?? [];
  const known = marked === 'utf-8' ? marked : (given ?? marked ?? byZeros(head));
  const content = without(all, known === marked || !known ? mark.length : 0);
  if (known && known !== 'utf-8') return { encoding: () => known, text: read(content, known) };
  const guess: Guess = { encoding: 'ascii', fixed: known === 'utf-8' };
  return {
    encoding: () => (guess.encoding === 'ascii' ? 'utf-8' : guess.encoding),
    text: readGuessing(content, guess),
  };
}

function byZeros(head: Buffer): Encoding | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  if (odd > head.length / 5 && even < odd / 8) return 'utf-16le';
  if (even > head.length / 5 && odd < even / 8) return 'utf-16be';
  return undefined;
}

async function* without(bytes: AsyncGenerator<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of bytes) {
    if (chunk.length > left) yield chunk.subarray(left);
    left = 0; // the head, which contains the mark, is one chunk
  }
}

/** The characters of Windows-1252 where Latin-1 has control characters. Node's own decoder does not convert them. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const fromWindows = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (character) => WINDOWS[character.charCodeAt(0) - 0x80]!),
  );

async function* read(bytes: AsyncGenerator<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  if (encoding === 'windows-1252') {
    for await (const chunk of bytes) yield fromWindows(chunk);
    return;
  }
  const decoder = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
  const decoded = (chunk?: Buffer) => {
    try {
      return Buffer.from(chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
    } catch {
      throw fileProblem('is not valid UTF-16. Save it as UTF-8, or send its encoding.');
    }
  };
  for await (const chunk of bytes) yield decoded(chunk);
  yield decoded();
}

interface Guess {
  encoding: 'ascii' | 'utf-8' | 'windows-1252';
  /** The file must be UTF-8. */
  fixed: boolean;
}

const NEITHER = 'is not valid UTF-8. Save it as UTF-8, or send its encoding.';

async function* readGuessing(bytes: AsyncGenerator<Buffer>, guess: Guess): AsyncGenerator<Buffer> {
  let cut: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (guess.encoding === 'windows-1252') {
      yield fromWindows(chunk);
      continue;
    }
    const whole: Buffer = cut.length > 0 ? Buffer.concat([cut, chunk]) : chunk;
    const part = whole.subarray(0, wholeCharacters(whole));
    if (isUtf8(part)) {
      cut = whole.subarray(part.length);
      if (guess.encoding === 'ascii' && !isAscii(part)) guess.encoding = 'utf-8';
      yield part;
    } else yield switchToWindows(whole);
  }
  if (cut.length > 0) yield switchToWindows(cut);

  function switchToWindows(found: Buffer): Buffer {
    if (guess.encoding !== 'ascii' || guess.fixed || beginsAsUtf8(found)) throw fileProblem(NEITHER);
    guess.encoding = 'windows-1252';
    cut = Buffer.alloc(0);
    return fromWindows(found);
  }
}

/** Whether the first character beyond ASCII is valid UTF-8. */
function beginsAsUtf8(bytes: Buffer): boolean {
  const at = bytes.findIndex((byte) => byte >= 0x80);
  return [2, 3, 4].some((length) => at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)));
}

/** How many of the bytes are whole characters: the end of a chunk may cut the last one in two. */
function wholeCharacters(bytes: Buffer): number {
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
