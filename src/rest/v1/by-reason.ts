/** Counts of reasons with the reasons as keys. */
export const byReason = (counts: readonly { reason: string; count: number }[]): Record<string, number> =>
  Object.fromEntries(counts.map(({ reason, count }) => [reason, count]));

/** Its schema: the set of reasons may grow. */
export const REASONS = { type: 'object', additionalProperties: { type: 'integer' } } as const;
