/** Somebody may pass the same automation so often a day: one that starts itself comes to an end. */
export const MOST_A_DAY = 20;
