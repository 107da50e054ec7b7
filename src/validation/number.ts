import { z } from 'zod';
import { otherwise } from './text.ts';

/** A whole number from `min` to `max`, both included. */
export const whole = (min: number, max: number) => {
  const problem = `must be an integer between ${min} and ${max}.`;
  return z
    .number({ error: otherwise(problem) })
    .int(problem)
    .min(min, problem)
    .max(max, problem);
};
