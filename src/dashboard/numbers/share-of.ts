/** The part of a whole as a number from 0 to 1. Clicks count as opens and late reports follow a mail, so a part may be the larger count. */
export const shareOf = (part: number, whole: number): number => Math.min(1, part / whole);
