/** Counts by reason, with the reasons as keys. */
export const byReason = (counts: readonly { reason: string; count: number }[]): Record<string, number> =>
  Object.fromEntries(counts.map(({ reason, count }) => [reason, count]));

/** The schema of counts by reason. Reasons may be added. */
export const REASONS = { type: 'object', additionalProperties: { type: 'integer' } } as const;
