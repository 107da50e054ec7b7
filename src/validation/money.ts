import { z } from 'zod';
import { otherwise } from './text.ts';

/** An amount in the smallest unit of its currency: an exact integer from 0 to 2^53 − 1. */
export const minorUnits = () =>
  z
    .custom<number>((value) => typeof value === 'number' && Number.isInteger(value), {
      error: otherwise('must be an integer in the smallest unit of the currency: 1250 for 12.50.'),
    })
    .meta({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
    .refine((value) => value >= 0, 'must be at least 0.')
    .refine((value) => value <= Number.MAX_SAFE_INTEGER, 'must not be greater than 9007199254740991.');

/** Any three letters, returned in upper case. */
export const currency = () =>
  z
    .string({ error: otherwise('must be a string.') })
    .regex(/^[A-Za-z]{3}$/, 'must be exactly 3 letters.')
    .transform((value) => value.toUpperCase());
