/** Why a run ended early. */
export const EXIT_REASONS = [
  ...(['goal', 'exit', 'not_subscribed', 'unsubscribed', 'bounced', 'complained', 'suppressed'] as const),
  ...(['removed', 'erased', 'restarted', 'archived'] as const),
];
export type ExitReason = (typeof EXIT_REASONS)[number];

/** Why a person cannot enter: an entry rule, or the daily limit. */
export const ENTRY_REFUSALS = ['again', 'not_within', 'if', 'too_often'] as const;
export type EntryRefusal = (typeof ENTRY_REFUSALS)[number];

/** Why a simulated run does not start: the event does not match the trigger, or the person cannot enter. */
export const SIMULATION_REFUSALS = ['trigger', ...ENTRY_REFUSALS] as const;
export type SimulationRefusal = (typeof SIMULATION_REFUSALS)[number];

/** How a simulation ends. */
export const SIMULATION_ENDS = ['completed', 'failed', 'not_entered', ...EXIT_REASONS] as const;
export type SimulationEnd = (typeof SIMULATION_ENDS)[number];

/** What came of a step. In simulations, a newer event may restart the run at a step. */
export const STEP_OUTCOMES = ['done', 'skipped', 'failed', 'restarted'] as const;
