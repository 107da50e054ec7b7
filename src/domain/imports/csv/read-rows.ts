import { type CsvError, type InfoRecord, parse } from 'csv-parse';
import { fileProblem } from './problem.ts';

/** A row of the file. */
export interface CsvRow {
  /** Counted as a spreadsheet does: the first row is 1, empty lines count. */
  row: number;
  cells: string[];
}

/** Also ends a quote that is never closed. */
export const MAX_ROW_BYTES = 1024 * 1024;
/** Bytes parsed in one step, so that no step blocks the thread for long. */
export const SLICE_BYTES = 16 * 1024;

/** Yields the rows of UTF-8 text in batches, as they arrive. Throws ValidationError if the file cannot be parsed. */
export async function* readRows(text: AsyncIterable<Buffer>, delimiter: string): AsyncGenerator<CsvRow[]> {
  let rows: CsvRow[] = [];
  let lines = 0;
  let sinceRow = 0;
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_ROW_BYTES,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Rows are collected here. The parser itself emits none.
    on_record: (cells: string[], { records, empty_lines }: InfoRecord) => {
      rows.push({ row: records + empty_lines, cells });
      return null;
    },
  });
  const count = () => parser.info.records + parser.info.empty_lines;
  const failed = new Promise<never>((_, reject) => parser.on('error', reject));
  failed.catch(() => {}); // the parser may fail while nobody awaits it
  const step = (act: (done: () => void) => void) => Promise.race([new Promise<void>(act), failed]);
  parser.resume();
  try {
    for await (const chunk of text) {
      for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
        await step((done) => parser.write(chunk.subarray(at, at + SLICE_BYTES), () => done()));
        // The parser's limit does not count delimiters: a row of nothing but delimiters would grow without end.
        sinceRow = count() > lines ? 0 : sinceRow + SLICE_BYTES;
        lines = count();
        if (sinceRow > MAX_ROW_BYTES) throw tooLong(lines + 1);
        if (rows.length > 0) yield rows;
        rows = [];
      }
    }
    await step((done) => parser.on('end', done).end());
    if (rows.length > 0) yield rows;
  } catch (error) {
    throw problemOf(error, count() + 1);
  } finally {
    parser.destroy();
  }
}

function problemOf(error: unknown, row: number): unknown {
  const code = (error as CsvError).code;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return fileProblem(`has a quote in row ${row} that is never closed.`);
  if (code === 'CSV_MAX_RECORD_SIZE') return tooLong(row);
  if (String(code).startsWith('CSV_')) return fileProblem(`cannot be read from row ${row} on.`);
  return error;
}

const tooLong = (row: number) => fileProblem(`has more than 1 MiB in row ${row}. A quote may be missing.`);
