/** The most runs of one automation for a person in a day, so that an automation that triggers itself comes to an end. */
export const MAX_RUNS_A_DAY = 20;
