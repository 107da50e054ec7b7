import { z } from 'zod';
import { otherwise } from './text.ts';

/** A whole number from `min` to `max`, inclusive. */
export const whole = (min: number, max: number) => {
  const problem = `must be an integer between ${min} and ${max}.`;
  return z
    .number({ error: otherwise(problem) })
    .int(problem)
    .min(min, problem)
    .max(max, problem);
};

/** A percentage from 0 to 100, with decimals. */
export const percent = () => {
  const problem = 'must be a number between 0 and 100.';
  return z
    .number({ error: otherwise(problem) })
    .min(0, problem)
    .max(100, problem);
};
