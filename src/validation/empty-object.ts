import type { z } from 'zod';

export const isEmptyArray = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** An empty object for an empty array, because PHP writes empty objects as arrays; any other value unchanged. */
export const objectIfEmpty = (value: unknown): unknown => (isEmptyArray(value) ? {} : value);

/** Whether a rule refuses an empty array because it only takes objects. */
export const wantsObject = (rule: z.ZodType): boolean =>
  rule
    .safeParse([])
    .error?.issues.some(({ path, message }) => path.length === 0 && message.startsWith('must be an object')) ?? false;
