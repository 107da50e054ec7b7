import { type FileAnswer, isRecord, sendFile } from '../../client/send-file.ts';

/** A column of a file, and where it goes. */
export interface CsvColumn {
  name: string;
  field: string | null;
  samples: string[];
  /** More than one if it cannot be told how its dates are written. */
  date_formats: string[];
}

/** What an import would do, as the REST API says it. */
export interface CsvPreview {
  columns: CsvColumn[];
  mapping: Record<string, string | null>;
  warnings: string[];
  rows: { row: number; cells: string[]; message: string | null; skipped: { column: string; message: string }[] }[];
  sample: {
    rows: number;
    is_complete: boolean;
    failed: number;
    skipped_values: number;
    confirmations: number;
    unknown_statuses: { status: string; rows: number }[];
  };
}

/** The answer of the operation is described in OpenAPI; what could not be one is not taken for one. */
const isPreview = (data: unknown): data is CsvPreview =>
  isRecord(data) && Array.isArray(data.columns) && Array.isArray(data.rows) && isRecord(data.sample);

export type Fields = Record<string, string | undefined>;

export interface PreviewAnswer extends FileAnswer {
  preview?: CsvPreview;
  /** Where the addresses seem to be, if the file does not say so by a name. */
  guess?: Record<string, string>;
}

/** Enough for the thousand rows that a preview looks at, unless rows are very long. */
const BEGINNING = 1024 * 1024;
const LONG_BEGINNING = 12 * BEGINNING;

/** What an import of the file would do. Of a large file only its beginning is sent. */
export async function readPreview(
  list: string,
  file: File,
  fields: Fields,
  signal: AbortSignal,
): Promise<PreviewAnswer> {
  const answer = await previewOf(list, file, fields, signal);
  if (answer.preview || fields.mapping || !answer.fields.csv) return answer;
  // Perhaps no column is named like an address: the samples say which looks like one.
  const first = await previewOf(list, file, { ...fields, mapping: JSON.stringify({ 1: 'email' }) }, signal);
  const at = first.preview?.columns.findIndex(({ samples }) => samples.some((sample) => sample.includes('@')));
  if (!first.preview || at === undefined) return answer;
  return { ...first, guess: { [keyOf(first.preview.columns, Math.max(at, 0))]: 'email' } };
}

async function previewOf(list: string, file: File, fields: Fields, signal: AbortSignal): Promise<PreviewAnswer> {
  const ask = async (bytes: number): Promise<PreviewAnswer> => {
    const beginning = file.size > bytes ? file.slice(0, bytes) : file;
    const answer = await sendFile(`v1/lists/${list}/imports/preview`, beginning, { fields, signal });
    return isPreview(answer.data) ? { ...answer, preview: answer.data } : answer;
  };
  const answer = await ask(BEGINNING);
  const reachesTheCut = answer.preview ? answer.preview.sample.is_complete : answer.fields.csv !== undefined;
  return file.size > BEGINNING && reachesTheCut ? ask(LONG_BEGINNING) : answer;
}

/** What a column is called in a mapping: by its name, or by its number where another one has the same name. */
export function keyOf(columns: readonly CsvColumn[], index: number): string {
  const { name } = columns[index] ?? { name: '' };
  const isAlone = columns.filter((column) => column.name === name).length === 1;
  return isAlone ? name : String(index + 1);
}
