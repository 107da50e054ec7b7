import { CONFLICT_REASONS } from '../errors.ts';
import { builder } from './builder.ts';

/** No field has this type: errors have its values in `extensions.reason`, and generated clients its names. */
builder.enumType('ConflictReason', {
  description:
    'Why an operation fails with CONFLICT: the value of `extensions.reason` in the error. More may be added.',
  values: Object.fromEntries(
    Object.entries(CONFLICT_REASONS).map(([reason, description]) => [
      reason,
      { value: reason.toLowerCase(), description },
    ]),
  ),
});
