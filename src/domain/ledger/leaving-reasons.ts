/** Unsubscribe reasons on the public page. The migration has CHECKs of them, and of the corresponding facts. */
export const LEAVING_REASONS = ['too_often', 'not_relevant', 'never_signed_up', 'not_needed', 'other'] as const;

export type LeavingReason = (typeof LEAVING_REASONS)[number];

export const isLeavingReason = (value: unknown): value is LeavingReason =>
  (LEAVING_REASONS as readonly unknown[]).includes(value);
