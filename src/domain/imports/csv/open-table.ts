import type { Detected } from '../encoding/detect-encoding.ts';
import type { Encoding } from '../encoding/encodings.ts';
import { decode } from './decode.ts';
import { type Delimiter, findDelimiter } from './delimiter.ts';
import { peek } from './peek.ts';
import { fileProblem } from './problem.ts';
import { type CsvRow, readRows, SLICE_BYTES } from './read-rows.ts';
import { unpack } from './unpack.ts';

/** A file as a table of cells. */
export interface Table {
  delimiter: Delimiter;
  /** The encoding as far as is known: a later character may show that it is not UTF-8. */
  encoding(): Encoding;
  /** The detected encoding; undefined if certain. */
  detected(): Detected | undefined;
  /** The first rows: at least one. */
  sample: CsvRow[];
  /** The rows in batches, starting with this one of the sample. */
  rows(from: number): AsyncGenerator<CsvRow[]>;
  /** Releases the upload, whose connection may serve another call. */
  close(): Promise<unknown>;
}

const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_ROWS = 1_000;

/** Opens a file of any encoding and delimiter, compressed or not. Throws ValidationError. */
export async function openTable(
  bytes: AsyncIterable<Uint8Array>,
  given: { delimiter?: Delimiter | null | undefined; encoding?: Encoding | null | undefined },
): Promise<Table> {
  const { encoding, detected, text } = await decode(unpack(bytes), given.encoding ?? undefined);
  const { head, all } = await peek(text, SAMPLE_BYTES);
  const delimiter = given.delimiter ?? findDelimiter(head.toString('utf8', 0, SAMPLE_BYTES));
  const batches = readRows(all, delimiter);
  const close = () => batches.return(undefined);
  const sample: CsvRow[] = [];
  try {
    // A batch consumes at least one slice of the peeked bytes, so this never waits for data in transit.
    const slices = head.length < SAMPLE_BYTES ? Number.POSITIVE_INFINITY : SAMPLE_BYTES / SLICE_BYTES;
    for (let taken = 0; sample.length < SAMPLE_ROWS && taken < slices; taken += 1) {
      const { value, done } = await batches.next();
      if (done) break;
      sample.push(...value);
    }
  } catch (error) {
    await close();
    throw error;
  }
  if (sample.length === 0) {
    await close();
    throw fileProblem('is empty.');
  }
  async function* rows(from: number): AsyncGenerator<CsvRow[]> {
    const begun = sample.slice(from);
    try {
      if (begun.length > 0) yield begun;
      for (let next = await batches.next(); !next.done; next = await batches.next()) yield next.value;
    } finally {
      await close();
    }
  }
  return { delimiter, encoding, detected, sample, rows, close };
}
