import { type Issue, refusedKeysOf } from '../../errors.ts';
import { filled, oneOf, optionalText, record, yesOrNo } from '../../validation/text.ts';
import type { PlannedRow, SkippedValue, Terms } from './import-terms.ts';
import { leaveOut } from './leave-out.ts';
import type { ValidatedRow } from './subscribe-rows.ts';
import { rowTags, validateRow } from './subscriber-row.ts';

export const ON_INVALID = ['skip_value', 'fail_row'] as const;

/** What applies to all rows of a batch of JSON, with the meaning it has in an import of a file. */
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

/** Gives a row the options of its batch: its own values count for more, and tags are united. */
export function withOptions(row: ValidatedRow, { resubscribe, tags }: BatchOptions): ValidatedRow {
  if (!('value' in row) || (resubscribe == null && !tags)) return row;
  const { value } = row;
  const united = tags && { tags: [...tags, ...(value.tags ?? [])] };
  return { ...row, value: { ...value, resubscribe: value.resubscribe ?? resubscribe, ...united } };
}

/** Values that decide something about the person: a row with an invalid one fails, whatever the batch says. */
const MUST_STAY: ReadonlySet<string> = new Set(['email', 'status', 'confirmed', 'consent', 'resubscribe']);

/**
 * Validates a row as `validateRow` does, and leaves out what is not valid. The person of a row whose `unsubscribed_at` cannot be
 * read counts as unsubscribed, unless a status says something else.
 */
export function validateLeniently(
  row: unknown,
): ({ value: PlannedRow } & { skipped?: SkippedValue[] }) | { issues: Issue[] } {
  const strict = validateRow(row);
  if ('value' in strict || typeof row !== 'object' || row === null || refusedKeysOf(row).length > 0) return strict;
  const sent = copyOf(row);
  const skipped = leaveOut(sent, strict.issues, MUST_STAY);
  if (skipped.some(({ path }) => path[0] === 'unsubscribedAt')) sent.status ??= 'unsubscribed';
  const read = validateRow(sent);
  return 'value' in read ? { ...read, skipped } : { issues: strict.issues };
}

/** A copy that values can be left out of. */
function copyOf(row: object): Record<string, unknown> {
  const { tags, attributes, ...rest } = row as Record<string, unknown>;
  const isObject = typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes);
  return {
    ...rest,
    ...(tags !== undefined && { tags: Array.isArray(tags) ? [...tags] : tags }),
    ...(attributes !== undefined && { attributes: isObject ? { ...attributes } : attributes }),
  };
}
