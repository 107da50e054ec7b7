import { type Issue, refusedKeysOf } from '../../errors.ts';
import { filled, oneOf, optionalText, record, yesOrNo } from '../../validation/text.ts';
import type { PlannedRow, SkippedValue, Terms } from './import-terms.ts';
import { skipValues } from './skip-values.ts';
import type { ValidatedRow } from './subscribe-rows.ts';
import { rowTags, validateRow } from './subscriber-row.ts';

export const ON_INVALID = ['skip_value', 'fail_row'] as const;

/** The options for all rows of a JSON batch, with the same meaning as in a file import. */
export const batchOptions = record({
  resubscribe: yesOrNo().nullish(),
  tags: rowTags(),
  confirmed: yesOrNo().nullish(),
  consent: optionalText(filled(1_000)),
  onInvalid: optionalText(oneOf(ON_INVALID)),
});

export type BatchOptions = ReturnType<typeof batchOptions.parse>;

export const termsOf = ({ confirmed, consent, onInvalid }: BatchOptions): Terms => ({
  confirmed: confirmed ?? false,
  consent: consent ?? null,
  skipInvalid: onInvalid === 'skip_value',
});

/** Applies the batch's options to a row: the row's own values take precedence, and tags are combined. */
export function withOptions(row: ValidatedRow, { resubscribe, tags }: BatchOptions): ValidatedRow {
  if (!('value' in row) || (resubscribe == null && !tags)) return row;
  const { value } = row;
  const united = tags && { tags: [...tags, ...(value.tags ?? [])] };
  return { ...row, value: { ...value, resubscribe: value.resubscribe ?? resubscribe, ...united } };
}

/** Values that decide something about the person: a row with an invalid one fails in any case. */
const MUST_STAY: ReadonlySet<string> = new Set(['email', 'status', 'confirmed', 'consent', 'resubscribe']);

/**
 * Validates a row as `validateRow` does, but leaves out invalid values. If `unsubscribed_at` is invalid, the person counts
 * as unsubscribed, unless a status says otherwise.
 */
export function validateLeniently(
  row: unknown,
): ({ value: PlannedRow } & { skipped?: SkippedValue[] }) | { issues: Issue[] } {
  const strict = validateRow(row);
  if ('value' in strict || typeof row !== 'object' || row === null || refusedKeysOf(row).length > 0) return strict;
  const sent = copyOf(row);
  const skipped = skipValues(sent, strict.issues, MUST_STAY);
  if (skipped.some(({ path }) => path[0] === 'unsubscribedAt')) sent.status ??= 'unsubscribed';
  const read = validateRow(sent);
  return 'value' in read ? { ...read, skipped } : { issues: strict.issues };
}

/** A copy from which values can be removed. */
function copyOf(row: object): Record<string, unknown> {
  const { tags, attributes, ...rest } = row as Record<string, unknown>;
  const isObject = typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes);
  return {
    ...rest,
    ...(tags !== undefined && { tags: Array.isArray(tags) ? [...tags] : tags }),
    ...(attributes !== undefined && { attributes: isObject ? { ...attributes } : attributes }),
  };
}
