import { z } from 'zod';

/** `30,60,300`: whole seconds. */
export const seconds = z
  .string()
  .regex(/^\d+(,\d+)*$/, 'must be whole seconds separated by commas, such as 30,60,300')
  .transform((list) => list.split(',').map(Number));

/** The number of a port; 0 for a free one. */
export const port = () =>
  z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65535, 'must be a port number');

/** `true` or `false`. */
export const switchable = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');
