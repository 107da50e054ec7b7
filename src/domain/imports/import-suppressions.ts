import { type Issue, TooManyFilesError, ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { normaliseEmail } from '../../validation/email.ts';
import { oneOf, record, storable } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { wordOf } from '../../validation/word-of.ts';
import { type SuppressedAddresses, suppressAll } from '../audience/suppress-all.ts';
import { SUPPRESSION_REASONS } from '../audience/suppressions.ts';
import { readAddressCell } from './csv/address-cell.ts';
import { readColumns } from './csv/columns.ts';
import { unescapeFormula } from './csv/escape-formula.ts';
import { findHeader } from './csv/find-header.ts';
import { openTable, type Table } from './csv/open-table.ts';
import { type GivenOptions, readOptions } from './csv/options.ts';
import { fileProblem } from './csv/problem.ts';
import { bytesOf } from './csv/source.ts';
import { statusReader } from './csv/statuses.ts';

type Reason = (typeof SUPPRESSION_REASONS)[number];

/** The result of importing a file of addresses. */
export interface SuppressionImport {
  rows: number;
  added: number;
  /** Addresses that were already suppressed, are repeated in the file, or belong to an erased person. */
  existing: number;
  failed: number;
  /** The first 100 failed rows. */
  errors: SuppressionError[];
}

export interface SuppressionError {
  /** The number of the row in the file; the first row is 1. */
  row: number;
  email: string;
  issues: Issue[];
}

/** The default reason, for files without a column `reason` or with unknown words in it. */
const reasonRule = record({ reason: oneOf(SUPPRESSION_REASONS).nullish() });

const BATCH = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;
const ERRORS = 100;
const LONGEST = 500;

/** The most bytes of all files that a process holds; beyond that the caller must try again. */
const MAX_HELD = 4 * MAX_BYTES;
let held = 0;

/**
 * Suppresses the addresses of a CSV file, sent as text or as a stream. Existing suppressions stay unchanged. Adds all
 * addresses at once, or none if the file cannot be read. Throws ValidationError, and TooManyFilesError if too many files are
 * being read.
 */
export async function importSuppressions(
  scope: Scope,
  csv: unknown,
  {
    reason: given,
    ...options
  }: Pick<GivenOptions, 'mapping' | 'header' | 'delimiter' | 'encoding'> & { reason?: unknown },
): Promise<SuppressionImport> {
  const { reason } = parse(reasonRule, { reason: given });
  const { mapping, header, ...format } = readOptions(options);
  const table = await openTable(bytesOf(csv), format);
  const taken: SuppressedAddresses[] = [];
  try {
    const counts = await readAddresses(table, { mapping: mapping ?? {}, header }, reason ?? 'manual', taken);
    const added = await suppressAll(scope, taken);
    return { ...counts, added, existing: counts.rows - counts.failed - added };
  } finally {
    await table.close();
    held -= sizeOf(taken);
  }
}

const sizeOf = (batches: readonly SuppressedAddresses[]): number =>
  batches.reduce((sum, { text }) => sum + text.length, 0);

/** Reads the addresses of a file into `taken`. Returns the counts. */
async function readAddresses(
  table: Table,
  given: { mapping: Record<string, unknown>; header?: boolean | null | undefined },
  usual: Reason,
  taken: SuppressedAddresses[],
) {
  const errors: SuppressionError[] = [];
  let [rows, failed, bytes] = [0, 0, 0];
  let emails: string[] = [];
  let reasons: Reason[] = [];
  const flush = () => {
    if (emails.length === 0) return;
    const text = Buffer.from(emails.join('\n'));
    taken.push({ text, reasons: new Set(reasons).size === 1 ? reasons[0]! : reasons });
    [emails, reasons] = [[], []];
    bytes += text.length;
    held += text.length;
    if (bytes > MAX_BYTES) throw fileProblem('has more than 64 MiB of addresses. Send it in parts.');
    if (held > MAX_HELD) throw new TooManyFilesError('imports');
  };
  const { names, from } = findHeader(table.sample, given.header, given.mapping);
  const below = table.sample.slice(from);
  const { columns, problems } = readColumns(names, below, { mapping: given.mapping, onlyAddresses: true }, new Set());
  if (problems.length > 0) throw new ValidationError(problems);
  const emailAt = columns.findIndex(({ field }) => field === 'email');
  const reasonAt = names ? columns.findIndex(({ name }) => wordOf(name) === 'reason') : -1;
  for await (const batch of table.rows(from)) {
    for (const { row, cells } of batch) {
      if (cells.every((cell) => cell === '')) continue;
      rows += 1;
      const sent = unescapeFormula(cells[emailAt] ?? '');
      const email = normaliseEmail(readAddressCell(sent));
      if (email) {
        emails.push(email);
        reasons.push(reasonOf(cells[reasonAt], usual));
        if (emails.length === BATCH) flush();
      } else {
        failed += 1;
        const problem = sent.trim() === '' ? 'is required.' : 'must be a valid email address.';
        const shown = storable(sent.slice(0, LONGEST));
        if (errors.length < ERRORS) errors.push({ row, email: shown, issues: [{ path: ['email'], problem }] });
      }
    }
  }
  flush();
  if (rows === 0) throw fileProblem('has no rows.');
  return { rows, failed, errors };
}

const meaningOf = statusReader({});

/** The reason for a word of ours or another provider's; the default for any other text. */
function reasonOf(cell: string | undefined, usual: Reason): Reason {
  if (!cell) return usual;
  const word = wordOf(cell);
  const own = SUPPRESSION_REASONS.find((reason) => reason === word);
  if (own) return own;
  const meaning = meaningOf(word);
  return meaning === 'bounced' ? 'hard_bounce' : meaning === 'complained' ? 'complaint' : usual;
}
