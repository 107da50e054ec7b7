import { isHarmlessName, isOfOtherChannel, nameSpeaksOfConsent, saysSomebodyLeft } from '../../../consent-words.ts';
import { holdsAddresses } from './addresses.ts';
import type { Column } from './columns.ts';
import { type ConsentColumn, WORDS } from './consent-column.ts';
import { cedes, consentColumnNamed } from './consent-columns.ts';
import { consentReader } from './consent-writers.ts';
import type { CsvRow } from './read-rows.ts';
import { knownMeaning } from './statuses.ts';

/** A column that an import waits for, and the question for the caller. */
interface Asked {
  column: Column;
  problem: string;
}

/**
 * Finds the consent columns of a file, and how to read them. Returns possible consent columns that cannot be read: the
 * caller must map or ignore them.
 */
export function findConsent(
  columns: readonly Column[],
  mapped: ReadonlySet<Column>,
  sample: readonly CsvRow[],
  isNamed: boolean,
): Asked[] {
  const names = columns.map(({ name }) => name);
  const asked: Asked[] = [];
  for (const [index, column] of columns.entries()) {
    const known = isNamed && !cedes(column.name, names) ? consentColumnNamed(column.name, names) : undefined;
    const isOther = isNamed && !known && (isHarmlessName(column.name) || cedes(column.name, names));
    if (mapped.has(column)) {
      // Mapped to the field that its name suggests, the column is read with the words of its product.
      if (known?.field === column.field) column.consent = known;
      else if (known?.asksForYes && ASKING.has(column.field)) {
        column.consent = { field: 'status', asksForYes: true, outweighsTimes: known.outweighsTimes ?? false };
      } else if (!known && isNamed && OF_WORDS.has(column.field) && !OF_WORDS.has(column.name.trim().toLowerCase())) {
        column.consent = WORDS;
      }
      continue;
    }
    const isOwnField = column.field !== null && !column.field.startsWith('attributes.');
    const isPlainKey = column.field !== null && !column.name.startsWith('attributes.');
    if (isOwnField || holdsAddresses(sample, index)) continue;
    const cells = sample.map(({ cells }) => cells[index] ?? '').filter((cell) => cell.trim() !== '');
    if (column.field !== null) {
      // A contact field has this name. Importing into it would not respect the consent in it.
      if (isPlainKey && known && !known.byWords) asked.push({ column, problem: questionOf(column) });
      continue;
    }
    if (isOther) {
      if (!isOfOtherChannel(column.name) && !cedes(column.name, names) && cells.some(clearlyDeniesConsent))
        asked.push({ column, problem: questionOf(column) });
      continue;
    }
    const reading = known && readingOf(known, cells);
    if (reading) {
      column.field = reading.field;
      column.consent = reading;
    } else if (isNamed && IS_STATUS.test(column.name) && areWords(cells) && nameSpeaksOfConsent(column.name)) {
      column.field = WORDS.field;
      column.consent = WORDS;
    } else if (
      (known && !known.byWords) ||
      (isNamed && nameSpeaksOfConsent(column.name)) ||
      cells.some(deniesConsent)
    ) {
      asked.push({ column, problem: questionOf(column) });
    }
  }
  return asked;
}

const IS_STATUS = /status|state|statut|estado|^stav$|^stato|állapot|durum|状态|状態|ステータス|situa|статус|^active$/i;

/** Fields that an opt-in column may be mapped to while an empty cell still does not mean yes. */
const ASKING: ReadonlySet<string | null> = new Set(['status', 'subscription_status', 'subscribed_at', 'opted_in_at']);

/** Fields of words. A column with one of these names is our own. */
const OF_WORDS: ReadonlySet<string | null> = new Set(['status', 'subscription_status']);

/** The question for the caller about a column. `attribute`: the contact field by its name. */
const questionOf = ({ name, field }: Column): string =>
  `The column "${name}" may contain unsubscribes or missing opt-ins. Map it to ${field === null ? '' : `"${field}", `}"opted_in" (yes: subscribed), "blocklisted" (yes: unsubscribed) or "status" (words), or map it to null to ignore it.`;

/** How to read the column, given its cells; undefined if it is unreadable, or if its name means something else here. */
function readingOf(known: ConsentColumn, cells: readonly string[]): ConsentColumn | undefined {
  if (known.time && cells.length > 0 && cells.every(isTime)) {
    return { field: known.time, ...(known.asksForYes && { asksForYes: true }) };
  }
  if (known.onlyTimes && cells.length > 0) return undefined;
  const read = consentReader(known.field, known, {});
  if (!read) return known;
  const readable = cells.filter((cell) => read(cell) !== undefined).length;
  if (known.byWords) return readable > 0 && readable * 2 >= cells.length ? known : undefined;
  return readable > 0 || cells.length === 0 ? known : undefined;
}

/** Whether a cell looks like a date or a date-time. */
const isTime = (cell: string): boolean => /^\s*\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b/.test(cell);

const areWords = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => knownMeaning(cell) !== undefined);

/** Whether a cell clearly says that its person left or never agreed. */
const deniesConsent = (cell: string): boolean => saysSomebodyLeft(cell);

/** Like `deniesConsent`, for a cell such as an order's status, where `declined` and `removed` say nothing about the person. */
const clearlyDeniesConsent = (cell: string): boolean => saysSomebodyLeft(cell, true);
