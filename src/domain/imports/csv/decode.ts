import { isAscii, isUtf8 } from 'node:buffer';
import { type Decoder, decoderOf, InvalidBytes } from '../encoding/decoders.ts';
import { type Detected, detectEncoding } from '../encoding/detect-encoding.ts';
import { type Encoding, encodingTitle } from '../encoding/encodings.ts';
import { peek } from './peek.ts';
import { fileProblem } from './problem.ts';
import { refuseOtherFiles } from './refuse-other-files.ts';
import { mostlyUtf8, wholeCharacters } from './utf8.ts';

/** A file as UTF-8 text without a byte order mark. */
export interface Decoded {
  /** As far as is known: a later character may show that the file is not UTF-8. */
  encoding(): Encoding;
  /** The detected encoding, if the file does not state one. Undefined while unknown, or if certain. */
  detected(): Detected | undefined;
  text: AsyncGenerator<Buffer>;
}

const HEAD = 4_096;
/** The number of bytes to read ahead for detection, starting at the first that are not UTF-8. */
const AHEAD = 64 * 1024;
const BYTE_ORDER_MARKS: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Returns the bytes as UTF-8, and their encoding: from the byte order mark of UTF-8, the given one, another byte order
 * mark, or UTF-16 recognised by its zeros. Otherwise the first bytes beyond ASCII decide, however late they come: either
 * they are UTF-8, and the whole file must be, or the encoding is detected from them and the following bytes. Throws
 * ValidationError for a file of another kind.
 */
export async function decode(bytes: AsyncIterable<Uint8Array>, given?: Encoding): Promise<Decoded> {
  const { head, all } = await peek(bytes, HEAD);
  refuseOtherFiles(head);
  const starts = (mark: number[]) => mark.every((byte, index) => head[index] === byte);
  const [marked, mark = []] = BYTE_ORDER_MARKS.find(([, mark]) => starts(mark)) ?? [];
  const known = marked === 'utf-8' ? marked : (given ?? marked ?? byZeros(head));
  const content = without(all, known === marked || !known ? mark.length : 0);
  if (known && known !== 'utf-8') {
    return { encoding: () => known, detected: () => undefined, text: read(content, known) };
  }
  const guess: Guess = { encoding: undefined, fixed: known === 'utf-8' };
  return {
    encoding: () => guess.encoding ?? 'utf-8',
    detected: () => guess.detected,
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

async function* read(bytes: AsyncGenerator<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = checked(decoderOf(encoding), `is not valid ${encodingTitle(encoding)}. ${SAY_IT}`);
  for await (const chunk of bytes) yield decoder.write(chunk);
  yield decoder.end();
}

const SAY_IT = 'Save it as UTF-8, or send its encoding.';

/** The same decoder, which throws the problem with the file and writes UTF-8. */
function checked(decoder: Decoder, problem: string): { write(bytes: Buffer): Buffer; end(): Buffer } {
  const asBytes = (decode: () => string): Buffer => {
    try {
      return Buffer.from(decode());
    } catch (error) {
      throw error instanceof InvalidBytes ? fileProblem(problem) : error;
    }
  };
  return { write: (bytes) => asBytes(() => decoder.write(bytes)), end: () => asBytes(() => decoder.end()) };
}

interface Guess {
  /** Undefined before the first byte beyond ASCII. */
  encoding: Encoding | undefined;
  detected?: Detected;
  /** The file must be UTF-8. */
  fixed: boolean;
}

const NO_UTF8 = `is not valid UTF-8. ${SAY_IT}`;
/** ISO-2022-JP writes Japanese in ASCII, between these marks. */
const ESCAPES = ['\u001b$B', '\u001b$@', '\u001b(J', '\u001b(I'];

async function* readGuessing(bytes: AsyncGenerator<Buffer>, guess: Guess): AsyncGenerator<Buffer> {
  let cut: Buffer = Buffer.alloc(0);
  try {
    for (let next = await bytes.next(); !next.done; next = await bytes.next()) {
      const whole: Buffer = cut.length > 0 ? Buffer.concat([cut, next.value]) : next.value;
      const part = whole.subarray(0, wholeCharacters(whole));
      if (!isUtf8(part)) return yield* readDetected(following(whole, bytes), guess);
      if (guess.encoding === undefined && !guess.fixed && ESCAPES.some((mark) => part.includes(mark))) {
        guess.encoding = 'iso-2022-jp';
        return yield* read(following(whole, bytes), guess.encoding);
      }
      cut = whole.subarray(part.length);
      if (guess.encoding === undefined && !isAscii(part)) guess.encoding = 'utf-8';
      yield part;
    }
    if (cut.length > 0) yield* readDetected(following(cut, bytes), guess);
  } finally {
    await bytes.return(undefined);
  }
}

async function* readDetected(bytes: AsyncGenerator<Buffer>, guess: Guess): AsyncGenerator<Buffer> {
  if (guess.encoding === 'utf-8' || guess.fixed) throw fileProblem(NO_UTF8);
  const { head, all } = await peek(bytes, AHEAD);
  if (mostlyUtf8(head)) throw fileProblem(NO_UTF8);
  guess.detected = await detectEncoding(head);
  guess.encoding = guess.detected.encoding;
  yield* read(all, guess.encoding);
}

async function* following(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
