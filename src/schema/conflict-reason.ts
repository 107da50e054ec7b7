import { CONFLICT_REASONS } from '../errors.ts';
import { growingEnum } from './enums.ts';

/** No field has this type: errors have its values in `extensions.reason`, and generated clients its names. */
growingEnum(
  'ConflictReason',
  'Why an operation fails with CONFLICT: the value of `extensions.reason` in the error. More may be added.',
  new Map(Object.entries(CONFLICT_REASONS).map(([reason, meaning]) => [reason.toLowerCase(), meaning])),
);
