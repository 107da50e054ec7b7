import { duration, offset } from '../../../validation/duration.ts';

const SHORTEST = 'PT1M';
const LONGEST = 'P365D';

/** How long somebody waits, or something counts. */
export const waiting = () => duration(SHORTEST, LONGEST);

/** How long before (negative) or after a moment. */
export const shift = () => offset(LONGEST);
