import type { Issue } from '../../../errors.ts';
import { type JsonObject, jsonProblem } from '../../../validation/json.ts';
import { readAttributes } from '../../audience/attributes.ts';
import { hasEnded, type SkippedValue } from '../../audience/import-terms.ts';
import { type ValidatedRow, validateRows } from '../../audience/subscribe-rows.ts';
import type { Column } from './columns.ts';
import { unescapeFormula } from './escape-formula.ts';
import { type Draft, type Reading, writerOf } from './field-writers.ts';
import type { CsvRow } from './read-rows.ts';
import { refusalFor } from './statuses.ts';

/** What applies to every row of a file. */
export interface RowOptions extends Reading {
  resubscribe: boolean;
  requiresConfirmation: boolean;
  /** Whether people who left elsewhere are stored as such, instead of failing. */
  importUnsubscribed: boolean;
  /** Leaves out a value that is not valid, instead of failing its row. */
  skipInvalid: boolean;
}

/** Converts rows of a file into validated rows of a batch. An empty cell leaves the field as it is. */
export function rowReader(columns: readonly Column[], options: RowOptions): (row: CsvRow) => ValidatedRow | undefined {
  const writes = columns.map(({ field }) => field && writerOf(field, options));
  return ({ row, cells }) => {
    const draft: Draft = { sent: {}, standing: {}, refusals: [], unfit: [] };
    const { sent } = draft;
    if (options.tags.length > 0) sent.tags = [...options.tags];
    if (options.resubscribe) sent.resubscribe = true;
    let empty = true;
    for (const [index, cell] of cells.entries()) {
      if (cell === '') continue;
      empty = false;
      if (index >= writes.length) draft.refusals = [{ path: [], problem: TOO_MANY }];
      const write = writes[index];
      if (write) write(draft, unescapeFormula(cell));
    }
    return empty ? undefined : { row, ...finish(draft, options) };
  };
}

const TOO_MANY = 'The row has more cells than the file has columns.';

function finish(draft: Draft, options: RowOptions): ValidatedRow {
  const refusals = [...refusalsOf(draft, options), ...(options.skipInvalid ? [] : draft.unfit.map(withoutValue))];
  const [first] = validateRows([draft.sent]);
  let validated = first!;
  const skipped = options.skipInvalid ? draft.unfit : [];
  if ('issues' in validated && options.skipInvalid) {
    skipped.push(...leaveOut(draft.sent, validated.issues));
    [validated] = validateRows([draft.sent]) as [ValidatedRow];
  }
  const { email } = validated;
  if ('issues' in validated || refusals.length > 0) {
    const issues = 'issues' in validated ? validated.issues : [];
    return { email, issues: [...refusals, ...issues, ...unfitAttributes(draft, options)] };
  }
  const standing = Object.keys(draft.standing).length > 0 ? { standing: draft.standing } : undefined;
  return { email, value: { ...validated.value, ...standing }, ...(skipped.length > 0 && { skipped }) };
}

/** Decides what the row's status is, and says why the row fails because of it. */
function refusalsOf(draft: Draft, { requiresConfirmation, importUnsubscribed }: RowOptions): Issue[] {
  const status = draft.meaning ?? draft.ended;
  if (status === undefined) return draft.refusals;
  const problem = refusalFor(status, requiresConfirmation, importUnsubscribed);
  if (problem !== undefined) return [...draft.refusals, { path: ['status'], problem }];
  // The person is asked to confirm, even if the import says that its people have confirmed.
  if (status === 'unconfirmed') draft.standing.confirmed = false;
  else if (status !== 'never' && hasEnded(status)) draft.standing.status = status;
  return draft.refusals;
}

const withoutValue = ({ path, problem }: SkippedValue): Issue => ({ path, problem });

/** Removes the values that these issues are about, but for the address. Returns them. */
function leaveOut(sent: Draft['sent'], issues: readonly Issue[]): SkippedValue[] {
  const bad = issues
    .flatMap((issue) => (issue.path[0] === 'attributes' ? byAttribute(sent, issue) : issue))
    .filter(({ path }) => path[0] !== undefined && path[0] !== 'email');
  const skipped = bad.map((issue) => ({ ...issue, value: textAt(sent, issue.path) }));
  for (const { path } of bad) {
    const [name, part] = path as [string, string | number | undefined];
    const inside = sent[name];
    if (Array.isArray(inside) && typeof part === 'number') inside[part] = '';
    else if (part !== undefined && typeof inside === 'object') delete (inside as Record<string, unknown>)[part];
    else delete sent[name];
  }
  return skipped;
}

/** An issue of all attributes, as one of each that is to blame. */
function byAttribute({ attributes }: Draft['sent'], { path, problem }: Issue): Issue[] {
  const keys = Object.entries((attributes ?? {}) as object).flatMap(([key, value]) => (jsonProblem(value) ? key : []));
  return keys.length > 0 ? keys.map((key) => ({ path: ['attributes', key], problem })) : [{ path, problem }];
}

function textAt(sent: Draft['sent'], path: Issue['path']): string {
  const value = path.reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], sent);
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** What the plan would say of the attributes, had the row come that far: all that is wrong with a row is told at once. */
const unfitAttributes = ({ sent }: Draft, { types, skipInvalid }: RowOptions): Issue[] =>
  skipInvalid ? [] : readAttributes((sent.attributes ?? {}) as JsonObject, types).issues;
