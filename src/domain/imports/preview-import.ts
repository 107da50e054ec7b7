import type { Issue } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { readList } from '../audience/lists.ts';
import { type PeopleCount, previewRows } from '../audience/preview-rows.ts';
import type { ValidatedRow } from '../audience/subscribe-rows.ts';
import { keyOf } from './csv/columns.ts';
import { type OpenCsv, openCsv } from './csv/open-csv.ts';
import { type GivenOptions, readOptions } from './csv/options.ts';
import type { CsvRow } from './csv/read-rows.ts';
import { bytesOf } from './csv/source.ts';
import { isSkip, isUnknownStatus, unknownStatus } from './csv/statuses.ts';
import type { Detected, Reading } from './encoding/detect-encoding.ts';
import { readingWarnings } from './encoding/reading-warnings.ts';
import { columnOf } from './skipped-values.ts';

/** The effect of importing a file, shown by its first rows. */
export interface ImportPreview {
  encoding: string;
  /** The possible encodings if it is uncertain, the likeliest first. */
  readings: Reading[];
  delimiter: string;
  hasHeader: boolean;
  columns: PreviewColumn[];
  warnings: string[];
  /** Why an import would be refused: questions that only the caller can answer. */
  problems: { column: string | null; issue: Issue }[];
  /** The first 20. */
  rows: PreviewRow[];
  sample: PreviewSample;
}

type PreviewColumn = OpenCsv['columns'][number] & {
  /** Its number from 1. */
  number: number;
  samples: string[];
  /** Whether a problem asks for its field. */
  isAsked: boolean;
};

interface PreviewRow {
  /** The number of the row in the file; the first row is 1. */
  row: number;
  email: string | null;
  cells: string[];
  /** Why the row would fail; null if it would not. */
  issues: readonly Issue[] | null;
  /** Values that would be left out of the row. */
  skipped: { column: string; value: string; issue: Issue }[];
}

/** The effect of the first thousand rows. */
export interface PreviewSample {
  rows: number;
  /** Whether these are all rows of the file. */
  isComplete: boolean;
  /** How many people would be subscribed. Null while a problem blocks the import, as are the next three. */
  subscribed: number | null;
  /** People who would keep their status and get new data. */
  updated: number | null;
  /** People who would be stored as people who left, or lose their subscription. */
  unsubscribed: number | null;
  /** Rows of people who left or never opted in, according to the file. */
  skipped: number | null;
  /** Rows that would fail, including the skipped ones. */
  failed: number;
  skippedValues: number;
  /** How many confirmation e-mails would be sent. */
  confirmations: number;
  unknownStatuses: { status: string; rows: number }[];
}

const SAMPLE_ROWS = 1_000;
/** Fewer rows if they are long. */
const SAMPLE_CHARACTERS = 4_000_000;
const ROWS = 20;
const SAMPLES = 3;
const LONGEST_CELL = 200;

type SampledRow = { row: CsvRow; validated: ValidatedRow };

/** Reads the beginning of a CSV file as an import would, and saves nothing. Throws the same errors as importCsv. */
export async function previewImport(
  scope: Scope,
  listId: unknown,
  csv: unknown,
  given: GivenOptions,
): Promise<ImportPreview> {
  const list = await readList(scope, listId);
  const options = readOptions(given);
  const file = await openCsv(scope, list, bytesOf(csv), options);
  const { sampled, isComplete } = await readSample(file);
  const hasAddresses = file.columns.some(({ field }) => field === 'email');
  const validated = hasAddresses ? sampled.map((row) => row.validated) : [];
  const { people, ...seen } = await previewRows(scope, list, validated, file.terms);
  const { confirmations, suppressions } = seen;
  // Without addresses, only the content of the rows can be shown.
  const previewed = hasAddresses ? seen.rows : sampled.map(() => ({ issues: null, skipped: [] }));
  const rows = sampled.slice(0, ROWS).map(({ row, validated }, index): PreviewRow => {
    const cells = row.cells.slice(0, file.columns.length).map((cell) => cell.slice(0, LONGEST_CELL));
    const { issues, skipped } = previewed[index]!;
    const left = skipped.map(({ value, ...issue }) => ({
      column: columnOf(issue.path, file.columns),
      value: value.slice(0, LONGEST_CELL),
      issue,
    }));
    return { row: row.row, email: validated.email, cells, issues, skipped: left };
  });
  const sample: PreviewSample = {
    rows: sampled.length,
    isComplete,
    confirmations,
    unknownStatuses: unknownStatuses(file, sampled),
    ...(file.problems.length > 0 ? NOT_KNOWN : countsOf(people)),
    skipped: file.problems.length > 0 ? null : previewed.filter(({ issues }) => issues?.some(isSkip)).length,
    failed: previewed.filter(({ issues }) => issues).length,
    skippedValues: previewed.reduce((sum, { skipped }) => sum + skipped.length, 0),
  };
  const problems = file.problems.map((issue) => ({
    column: issue.path[0] === 'mapping' ? String(issue.path[1]) : null,
    issue,
  }));
  const asked = new Set(problems.map(({ column }) => column));
  return {
    encoding: file.encoding(),
    readings: readingsOf(file.detected()),
    delimiter: file.delimiter,
    hasHeader: file.hasHeader,
    columns: file.columns.map((column, index) => ({
      ...column,
      number: index + 1,
      samples: samples(rows, index),
      isAsked: asked.has(keyOf(file.columns, column)),
    })),
    warnings: [...readingWarnings(file.detected()), ...file.warnings, ...warningsOf(sample, suppressions)],
    problems,
    rows,
    sample,
  };
}

const NOT_KNOWN = { subscribed: null, updated: null, unsubscribed: null };

const countsOf = ({ subscribing, updating, ending, gone }: PeopleCount) => ({
  subscribed: subscribing,
  updated: updating,
  unsubscribed: ending + gone,
});

/** The detected fields of the columns. Columns with questions are left out: null would ignore them. */
export function detectedMapping({ columns, problems }: ImportPreview): Record<string, string | null> {
  const asked = new Set(problems.map(({ column }) => column));
  return Object.fromEntries(columns.flatMap(({ name, field }) => (asked.has(name) ? [] : [[name, field]])));
}
const readingsOf = (detected: Detected | undefined): Reading[] =>
  detected ? [{ encoding: detected.encoding, samples: detected.samples }, ...detected.others] : [];

/** The rows of the sample, and whether the file has no others. */
async function readSample(file: OpenCsv): Promise<{ sampled: SampledRow[]; isComplete: boolean }> {
  const sampled: SampledRow[] = [];
  let characters = 0;
  try {
    for await (const batch of file.rows) {
      for (const row of batch) {
        const validated = file.validate(row);
        if (!validated) continue;
        if (sampled.length === SAMPLE_ROWS || characters > SAMPLE_CHARACTERS) return { sampled, isComplete: false };
        for (const cell of row.cells) characters += cell.length;
        sampled.push({ row, validated });
      }
    }
    return { sampled, isComplete: true };
  } finally {
    await file.rows.return(undefined);
  }
}

/** The unknown words in status columns, the most frequent first. */
function unknownStatuses(file: OpenCsv, sampled: readonly SampledRow[]): PreviewSample['unknownStatuses'] {
  const counts = new Map<string, number>();
  for (const { row, validated } of sampled) {
    for (const { path, problem } of 'issues' in validated ? validated.issues : []) {
      if (!isUnknownStatus(problem)) continue;
      const cells = file.columns.flatMap(({ field }, index) => (field === path[0] ? (row.cells[index] ?? '') : []));
      const word = cells.find((cell) => unknownStatus(cell) === problem) ?? cells[0] ?? '';
      const status = word.trim().slice(0, LONGEST_CELL);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  }
  return [...counts].map(([status, rows]) => ({ status, rows })).sort((a, b) => b.rows - a.rows);
}

function warningsOf(
  { rows, isComplete, confirmations, unknownStatuses }: PreviewSample,
  suppressions: number,
): string[] {
  const inRows = isComplete ? `${rows} rows` : `the first ${rows} rows`;
  const ofRows = `of ${inRows}`;
  const warnings = unknownStatuses.map(
    ({ status, rows }) => `The status "${status}" is unknown: ${rows} ${ofRows} would fail.`,
  );
  if (confirmations > 0) {
    const beyond = isComplete ? '' : ', and the rest of the file its own';
    warnings.push(`The list asks for confirmation: ${confirmations} ${ofRows} would send an e-mail${beyond}.`);
  }
  if (suppressions > 0) {
    warnings.push(
      `Addresses in ${inRows} that bounced or complained, and would be suppressed on all lists: ${suppressions}.`,
    );
  }
  return warnings;
}

const samples = (rows: PreviewRow[], index: number): string[] =>
  rows
    .map(({ cells }) => cells[index] ?? '')
    .filter(Boolean)
    .slice(0, SAMPLES);
