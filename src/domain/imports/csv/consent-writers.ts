import { wordOf } from '../../../validation/word-of.ts';
import type { ConsentColumn } from './consent-column.ts';
import { readAnyDate } from './dates.ts';
import type { Draft, Reading, Write } from './field-writers.ts';
import { cellReader } from './formats.ts';
import {
  isComplaint,
  knownMeaning,
  type Meaning,
  type Status,
  statusReader,
  statusWordOf,
  unknownStatus,
  worse,
} from './statuses.ts';

/** The meaning of a cell, `nothing`, or undefined if it is unreadable. */
type CellMeaning = Meaning | 'nothing' | undefined;

const readYesOrNo = cellReader('boolean');
/** Markers for an empty cell. */
export const isBlank = (cell: string): boolean =>
  /^(-|n\/a|null|none|nil|\\n|\[\s*\]|0000-00-00.*)?$/i.test(cell.trim());
const YES = new Set(
  ['はい', '希望する', '同意する', '同意', '可', 'да', 'tak', 'evet', '是', '예', 'igen', 'ano'].map(wordOf),
);
const NO = new Set(
  ['いいえ', '希望しない', '同意しない', '不可', 'нет', 'nie', 'hayır', '否', '아니오', 'nem', 'ne', 'nej'].map(wordOf),
);

/** Whether a cell says yes or no in a known language. */
function yesOrNo(cell: string): boolean | undefined {
  const read = readYesOrNo(cell);
  if (typeof read === 'boolean') return read;
  const word = wordOf(cell);
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

/** Returns a reader for the cells of a consent column; undefined for any other column. */
export function consentReader(
  field: string | null,
  { yes, no, words = {} }: Partial<ConsentColumn>,
  statuses: Readonly<Record<string, Status>>,
): ((cell: string) => CellMeaning) | undefined {
  const own = statusReader(statuses, words);
  const ofProduct = (cell: string) => words[statusWordOf(cell)];
  if (field === 'status' || field === 'subscription_status') {
    return (cell) => (cell.trim() === '' ? 'nothing' : (own(cell) ?? meaningOf(yesOrNo(cell), yes, no)));
  }
  // Words given for another column cannot reverse a known yes or no.
  if (field === 'opted_in') {
    return (cell) =>
      isBlank(cell)
        ? 'nothing'
        : (ofProduct(cell) ??
          meaningOf(yesOrNo(cell), yes ?? 'subscribed', no ?? 'unsubscribed') ??
          own(cell) ??
          ifTime(cell, 'subscribed'));
  }
  if (field === 'blocklisted') {
    return (cell) =>
      isBlank(cell)
        ? 'nothing'
        : (ofProduct(cell) ??
          meaningOf(yesOrNo(cell), yes ?? 'unsubscribed', no ?? 'nothing') ??
          own(cell) ??
          ifTime(cell, yes ?? 'unsubscribed') ??
          ifMany(cell, yes ?? 'unsubscribed'));
  }
  if (field === 'bounce_reason') return (cell) => (isBlank(cell) || yesOrNo(cell) === false ? 'nothing' : 'bounced');
  if (field === 'suppressions') return (cell) => (isBlank(cell) || yesOrNo(cell) === false ? 'nothing' : worstOf(cell));
  return undefined;
}

const meaningOf = <Yes, No>(answer: boolean | undefined, yes: Yes, no: No): Yes | No | undefined =>
  answer === undefined ? undefined : answer ? yes : no;

const ifTime = (cell: string, meaning: Meaning): CellMeaning => (readAnyDate(cell) === undefined ? undefined : meaning);
/** A count, or an unknown code. */
const ifMany = (cell: string, meaning: Meaning): CellMeaning => (/^\s*[1-9]\d*\s*$/.test(cell) ? meaning : undefined);

/** The worst reason in a list: `['HARD_BOUNCE', 'USER_SUPPRESSED']`. Any other reason means that the person left. */
function worstOf(cell: string): Meaning {
  const reasons = cell.split(/[,;|]/).map((reason) => {
    if (isComplaint(reason)) return 'complained';
    return knownMeaning(reason) === 'bounced' || /bounce|invalid/.test(wordOf(reason)) ? 'bounced' : 'unsubscribed';
  });
  return reasons.reduce<Meaning>(worse, 'unsubscribed');
}

/** Returns a writer for a consent column; undefined for any other column. */
export function consentWriter(
  field: string | null,
  column: Partial<ConsentColumn>,
  { statuses }: Reading,
): Write | undefined {
  const read = consentReader(field, column, statuses);
  if (!read) return undefined;
  const { outweighsTimes = !column.asksForYes } = column;
  const isStatus = (field === 'status' || field === 'subscription_status') && outweighsTimes;
  return (draft: Draft, cell) => {
    const meaning = read(cell);
    if (meaning === undefined) draft.refusals.push({ path: [field!], problem: unknownStatus(cell) });
    if (meaning === undefined || meaning === 'nothing') return;
    draft.meaning = worse(draft.meaning, meaning);
    if (isStatus) draft.hasStatus = true;
  };
}
