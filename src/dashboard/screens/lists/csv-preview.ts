import { type FileAnswer, isRecord, sendFile } from '../../client/send-file.ts';

/** A column of a file, and where it goes. */
export interface CsvColumn {
  name: string;
  field: string | null;
  samples: string[];
  /** More than one if its date format is ambiguous. */
  date_formats: string[];
  /** More than one if its decimal separator is ambiguous. */
  decimals: string[];
}

/** The effect of an import, as the REST API returns it. */
export interface CsvPreview {
  encoding: string;
  /** Possible encodings if the file does not state its own, likeliest first. */
  readings: { encoding: string; samples: string[] }[];
  delimiter: string;
  has_header: boolean;
  columns: CsvColumn[];
  mapping: Record<string, string | null>;
  warnings: string[];
  /** Why an import would be refused: about a column, as a mapping names it, or about the whole file. */
  problems: { column: string | null; message: string }[];
  rows: { row: number; cells: string[]; message: string | null; skipped: { column: string; message: string }[] }[];
  sample: {
    rows: number;
    is_complete: boolean;
    /** Null while a problem blocks the import, as are the next three. */
    subscribed: number | null;
    updated: number | null;
    unsubscribed: number | null;
    skipped: number | null;
    /** The skipped rows among them. */
    failed: number;
    skipped_values: number;
    confirmations: number;
    unknown_statuses: { status: string; rows: number }[];
  };
}

/** OpenAPI describes the answer; anything else is not accepted. */
const isPreview = (data: unknown): data is CsvPreview =>
  isRecord(data) &&
  Array.isArray(data.columns) &&
  Array.isArray(data.readings) &&
  Array.isArray(data.rows) &&
  isRecord(data.sample);

export type Fields = Record<string, string | undefined>;

export interface PreviewAnswer extends FileAnswer {
  preview?: CsvPreview;
}

/** Enough for the thousand rows that a preview looks at, unless rows are very long. */
const PREVIEW_BYTES = 1024 * 1024;
const LONG_PREVIEW_BYTES = 12 * PREVIEW_BYTES;

/** The effect of importing the file. Of a large file only its beginning is sent. */
export async function readPreview(
  list: string,
  file: File,
  fields: Fields,
  signal: AbortSignal,
): Promise<PreviewAnswer> {
  const ask = async (bytes: number): Promise<PreviewAnswer> => {
    const beginning = file.size > bytes ? file.slice(0, bytes) : file;
    const answer = await sendFile(`v1/lists/${list}/imports/preview`, beginning, { fields, signal });
    return isPreview(answer.data) ? { ...answer, preview: answer.data } : answer;
  };
  const answer = await ask(PREVIEW_BYTES);
  const isTruncated = answer.preview ? answer.preview.sample.is_complete : answer.fields.file !== undefined;
  return file.size > PREVIEW_BYTES && isTruncated ? ask(LONG_PREVIEW_BYTES) : answer;
}

/** The columns that an import waits for, by their names in a mapping. */
export const askedOf = ({ problems }: CsvPreview): ReadonlySet<string> =>
  new Set(problems.flatMap(({ column }) => column ?? []));

/** A column's key in a mapping: its name, or its number if another column has the same name. */
export function keyOf(columns: readonly CsvColumn[], index: number): string {
  const { name } = columns[index] ?? { name: '' };
  const isAlone = columns.filter((column) => column.name === name).length === 1;
  return isAlone ? name : String(index + 1);
}
