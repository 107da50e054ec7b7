/** Why people leave, as they can say on the page. The migration has a CHECK of them, and of the facts that they are. */
export const LEAVING_REASONS = ['too_often', 'not_relevant', 'never_signed_up', 'not_needed', 'other'] as const;

export type LeavingReason = (typeof LEAVING_REASONS)[number];

export const isLeavingReason = (value: unknown): value is LeavingReason =>
  (LEAVING_REASONS as readonly unknown[]).includes(value);
