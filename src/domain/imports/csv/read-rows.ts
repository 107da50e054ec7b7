import { type CsvError, type InfoRecord, parse } from 'csv-parse';
import { csvProblem } from './problem.ts';

/** A row as it stands in the file. */
export interface CsvRow {
  /** As a spreadsheet counts: the first row is 1, empty lines are counted. */
  row: number;
  cells: string[];
}

/** Most bytes of a row; a quote that is never closed ends here, too. */
export const MAX_ROW_BYTES = 1024 * 1024;
/** Parsed at a time: what one step holds the thread for stays small. */
const SLICE = 16 * 1024;

/** Rows of UTF-8 text, in batches as they come. Throws what keeps the file from being read. */
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
    // Rows are gathered here; nothing goes out of the parser's other end.
    on_record: (cells: string[], { records, empty_lines }: InfoRecord) => {
      rows.push({ row: records + empty_lines, cells });
      return null;
    },
  });
  const count = () => parser.info.records + parser.info.empty_lines;
  const failed = new Promise<never>((_, reject) => parser.on('error', reject));
  failed.catch(() => {}); // it may fail while nobody waits
  const step = (act: (done: () => void) => void) => Promise.race([new Promise<void>(act), failed]);
  parser.resume();
  try {
    for await (const chunk of text) {
      for (let at = 0; at < chunk.length; at += SLICE) {
        await step((done) => parser.write(chunk.subarray(at, at + SLICE), () => done()));
        // The parser does not count delimiters: a row of nothing else would grow without an end. Empty lines do not.
        sinceRow = count() > lines ? 0 : sinceRow + SLICE;
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
  if (code === 'CSV_QUOTE_NOT_CLOSED') return csvProblem(`has a quote that is never closed, from row ${row} on.`);
  if (code === 'CSV_MAX_RECORD_SIZE') return tooLong(row);
  if (String(code).startsWith('CSV_')) return csvProblem(`cannot be read from row ${row} on.`);
  return error;
}

const tooLong = (row: number) => csvProblem(`has a row of more than 1 MiB, row ${row}: a quote may not be closed.`);
