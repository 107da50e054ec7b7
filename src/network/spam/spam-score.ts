/** The verdict of a spam filter about a message. */
export interface SpamScore {
  /** In the filter's points; more is worse, and less than 0 is possible. */
  score: number;
  /** From this score on, the filter calls a message spam. */
  threshold: number;
  /** The matched rules that add or take points, the weightiest first. */
  rules: SpamRule[];
}

export interface SpamRule {
  name: string;
  score: number;
  /** In the filter's words. Null: the filter has none. */
  description: string | null;
}

/** The filter did not answer, or not as its documentation says. */
export class SpamFilterError extends Error {}

/** For the whole request. SpamAssassin asks name servers for some of its rules. */
export const MILLISECONDS = 15_000;

/** The rules in the order in which they are shown. */
export const inOrder = (rules: readonly SpamRule[]): SpamRule[] =>
  rules.filter(({ score }) => score !== 0).toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
