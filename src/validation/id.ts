import { z } from 'zod';
import { isId } from '../ids.ts';
import { otherwise } from './text.ts';

/** An id of `what`, such as "a list". Does not check that it exists. */
export const idRule = (what: string) =>
  z
    .string({ error: otherwise('must be a string.') })
    .meta({ format: 'uuid' })
    .refine(isId, `must be the id of ${what}.`)
    .transform((value) => value.toLowerCase());
