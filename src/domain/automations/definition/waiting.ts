import { duration, offset } from '../../../validation/duration.ts';

const SHORTEST = 'PT1M';
const LONGEST = 'P365D';

/** The length of a wait or a period. */
export const waiting = () => duration(SHORTEST, LONGEST);

/** An offset before (negative) or after a moment. */
export const shift = () => offset(LONGEST);
