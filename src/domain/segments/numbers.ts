import { z } from 'zod';
import { otherwise } from '../../validation/text.ts';

/** An integer in these bounds. */
export const whole = (min: number, max: number) =>
  z
    .custom<number>((value) => typeof value === 'number' && Number.isInteger(value), {
      error: otherwise('must be an integer.'),
    })
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}.`);

/** A number of days, ten years at most. */
export const days = (max = 3650) => whole(1, max);

/** Any number that JSON carries exactly enough. */
export const number = () =>
  z
    .custom<number>((value) => typeof value === 'number' && Number.isFinite(value), {
      error: otherwise('must be a number.'),
    })
    .refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER, 'must not be beyond 9007199254740991.');

/** Lower and upper bound, both inclusive. */
export const pair = <Rule extends z.ZodType>(
  bound: Rule,
  inOrder: (from: z.output<Rule>, to: z.output<Rule>) => boolean,
) =>
  z
    .array(bound, { error: otherwise('must be an array.') })
    .length(2, 'must hold exactly 2 items.')
    .refine(
      (bounds) => bounds.length !== 2 || inOrder(bounds[0] as z.output<Rule>, bounds[1] as z.output<Rule>),
      'must begin with the lower bound.',
    );
