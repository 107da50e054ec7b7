/** Why a campaign message is withheld. `other` is from before reasons were recorded. */
export const WITHHELD_REASONS = [
  ...(['unsubscribed', 'suppressed', 'left_list', 'bounced', 'complained', 'unconfirmed'] as const),
  ...(['cancelled', 'frequency', 'own_frequency', 'paused', 'other'] as const),
];

export type WithheldReason = (typeof WITHHELD_REASONS)[number];
