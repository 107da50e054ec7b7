import type { Issue } from '../../../errors.ts';
import { trimInvisible } from '../../../validation/invisible.ts';
import type { JsonObject } from '../../../validation/json.ts';
import { readAttributes } from '../../audience/attributes.ts';
import { hasEnded, type SkippedValue } from '../../audience/import-terms.ts';
import { skipValues } from '../../audience/skip-values.ts';
import { type ValidatedRow, validateRows } from '../../audience/subscribe-rows.ts';
import type { Column } from './columns.ts';
import { consentReader, consentWriter, isBlank } from './consent-writers.ts';
import { unescapeFormula } from './escape-formula.ts';
import { type Draft, type Reading, writerOf } from './field-writers.ts';
import type { CsvRow } from './read-rows.ts';
import { didNotOptIn, LEFT_BEFORE, refusalFor, worse } from './statuses.ts';

/** Options for every row of a file. */
export interface RowOptions extends Reading {
  resubscribe: boolean;
  requiresConfirmation: boolean;
  /** Whether people who left elsewhere are stored as such, instead of failing. */
  importUnsubscribed: boolean;
  /** Leaves out an invalid value instead of failing its row. */
  skipInvalid: boolean;
}

/** Converts rows of a file into validated rows of a batch. An empty cell leaves the field unchanged. */
export function rowReader(columns: readonly Column[], options: RowOptions): (row: CsvRow) => ValidatedRow | undefined {
  const writes = columns.map(
    ({ field, consent = {} }) => consentWriter(field, consent, options) ?? (field && writerOf(field, options)),
  );
  const optedIn = yesReader(columns, options);
  // The only memory that grows with the file: in a shop's orders, a person occurs again and again.
  const declined = new Set<string>();
  return ({ row, cells }) => {
    const draft: Draft = { sent: {}, subscription: {}, refusals: [], unfit: [] };
    const { sent } = draft;
    if (options.tags.length > 0) sent.tags = [...options.tags];
    if (options.resubscribe) sent.resubscribe = true;
    let empty = true;
    for (const [index, cell] of cells.entries()) {
      const value = cell === '' ? '' : trimInvisible(unescapeFormula(trimInvisible(cell)));
      if (value === '') continue;
      empty = false;
      if (index >= writes.length) draft.refusals = [{ path: [], problem: TOO_MANY }];
      const write = writes[index];
      if (write) write(draft, value);
    }
    if (empty) return undefined;
    const unasked = optedIn(cells);
    if (unasked !== undefined) {
      draft.meaning = worse(draft.meaning, 'never');
      draft.notOptedIn = unasked;
    }
    return { row, ...finish(draft, options, declined) };
  };
}

/** Finds the empty opt-in column of a row in which no opt-in column says yes. */
function yesReader(
  columns: readonly Column[],
  { statuses }: RowOptions,
): (cells: readonly string[]) => string | undefined {
  const asking = columns.flatMap(({ name, field, consent = {} }, index) => {
    if (field === null || (field !== 'opted_in' && !consent.asksForYes)) return [];
    return [{ name, index, read: consentReader(field, consent, statuses) ?? readTime }];
  });
  return (cells) => {
    const empty = asking.filter(({ index, read }) => read(unescapeFormula(cells[index] ?? '')) === 'nothing');
    return empty.length < asking.length ? undefined : empty[0]?.name;
  };
}

const MUST_STAY: ReadonlySet<string> = new Set(['email']);
/** A time counts as yes. */
const readTime = (cell: string) => (isBlank(cell) ? 'nothing' : 'subscribed');

const TOO_MANY = 'The row has more cells than the file has columns.';

function finish(draft: Draft, options: RowOptions, declined: Set<string>): ValidatedRow {
  const refusals = [...refusalsOf(draft, options), ...(options.skipInvalid ? [] : draft.unfit.map(withoutValue))];
  const [first] = validateRows([draft.sent]);
  let validated = first!;
  const skipped = options.skipInvalid ? draft.unfit : [];
  if ('issues' in validated && options.skipInvalid) {
    skipped.push(...skipValues(draft.sent, validated.issues, MUST_STAY));
    [validated] = validateRows([draft.sent]) as [ValidatedRow];
  }
  const { email } = validated;
  const { status, unlessOwn } = draft.subscription;
  if ('value' in validated) {
    if (hasEnded(status)) declined.add(validated.value.email);
    else if (declined.has(validated.value.email)) refusals.push({ path: ['status'], problem: LEFT_BEFORE });
  }
  if (unlessOwn !== undefined && ('issues' in validated || refusals.length > 0)) {
    refusals.unshift({ path: ['status'], problem: unlessOwn });
  }
  if ('issues' in validated || refusals.length > 0) {
    const issues = 'issues' in validated ? validated.issues : [];
    return { email, issues: [...refusals, ...issues, ...unfitAttributes(draft, options)] };
  }
  const subscription = Object.keys(draft.subscription).length > 0 ? { standing: draft.subscription } : undefined;
  return { email, value: { ...validated.value, ...subscription }, ...(skipped.length > 0 && { skipped }) };
}

/** Decides the row's status, and why the row fails because of it. */
function refusalsOf(draft: Draft, { requiresConfirmation, importUnsubscribed }: RowOptions): Issue[] {
  const { meaning, ended, hasStatus } = draft;
  // A status outweighs an older time of leaving. An old opt-in or inactivity does not.
  const outweighs = hasStatus && meaning !== 'never';
  const status =
    meaning !== undefined && ended !== undefined && !outweighs ? worse(meaning, ended) : (meaning ?? ended);
  if (status === undefined) return draft.refusals;
  const problem =
    status === 'never' && draft.notOptedIn !== undefined
      ? didNotOptIn(draft.notOptedIn)
      : refusalFor(status, requiresConfirmation, importUnsubscribed);
  const left = status !== 'never' && hasEnded(status) ? status : undefined;
  if (left !== undefined) {
    draft.subscription.status = left;
    if (problem !== undefined) draft.subscription.unlessOwn = problem;
    return draft.refusals;
  }
  if (problem !== undefined) return [...draft.refusals, { path: ['status'], problem }];
  // The person is asked to confirm, even if the import says that its people have confirmed.
  if (status === 'unconfirmed') draft.subscription.confirmed = false;
  return draft.refusals;
}

const withoutValue = ({ path, problem }: SkippedValue): Issue => ({ path, problem });

/** The attribute issues that the plan would report later, so that all issues of a row are reported together. */
const unfitAttributes = ({ sent }: Draft, { types, skipInvalid }: RowOptions): Issue[] =>
  skipInvalid ? [] : readAttributes((sent.attributes ?? {}) as JsonObject, types).issues;
