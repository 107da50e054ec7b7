import { z } from 'zod';
import { otherwise } from '../../validation/text.ts';
import { scalar } from './value.ts';

/** An integer within these bounds. */
export const whole = (min: number, max: number, description = `From ${min} to ${max}.`) =>
  scalar(
    'Int',
    z
      .custom<number>((value) => typeof value === 'number' && Number.isInteger(value), {
        error: otherwise('must be an integer.'),
      })
      .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}.`)
      .meta({ type: 'integer', minimum: min, maximum: max }),
    description,
  );

/** A number of days, ten years at most. */
export const days = (max = 3650) => whole(1, max, `The number of 24-hour periods, from 1 to ${max}.`);

/** A number that JSON carries without losing integer digits. */
export const number = () =>
  scalar(
    'Float',
    z
      .custom<number>((value) => typeof value === 'number' && Number.isFinite(value), {
        error: otherwise('must be a number.'),
      })
      .refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER, 'must not exceed 9007199254740991.'),
  );
