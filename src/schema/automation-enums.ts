import { STEP_TYPES } from '../domain/automations/definition/read-step.ts';
import { AGAIN } from '../domain/automations/definition/rule-fields.ts';
import { DAYS } from '../domain/automations/definition/shared-fields.ts';
import { STEP_DESCRIPTIONS } from '../domain/automations/definition/step-fields.ts';
import {
  ENTRY_REFUSALS,
  type ExitReason as Exit,
  SIMULATION_ENDS,
  SIMULATION_REFUSALS,
  STEP_OUTCOMES,
} from '../domain/automations/runs/exit-reasons.ts';
import { growingEnum, openEnum, wireEnum } from './enums.ts';

export const ReEntry = wireEnum('ReEntry', 'Whether a person may enter an automation more than once.', AGAIN, {
  never: 'Once only.',
  after_end: 'After the run has ended.',
  always: 'Any number of runs at a time.',
  restart: 'A newer event ends the run and starts a new one.',
});

export const Weekday = wireEnum('Weekday', 'A day of the week.', DAYS);

export const StepType = growingEnum(
  'AutomationStepType',
  'The type of a step. More may be added.',
  new Map(STEP_TYPES.map((type) => [type, STEP_DESCRIPTIONS[type]])),
);

export const StepOutcome = openEnum('AutomationStepOutcome', 'What came of a step.', STEP_OUTCOMES, {
  done: 'Done.',
  skipped: 'Skipped; the run went on or ended.',
  failed: 'Failed for an hour, so that the run ended.',
  restarted: 'Only in simulations: a newer event restarted the run during this step.',
});

const EXITS: Readonly<Record<Exit, string>> = {
  goal: 'An exit rule with `goal`.',
  exit: 'An exit step, an exit rule, or `exitAutomationRun`.',
  not_subscribed: 'An e-mail was due, and the person was not subscribed.',
  unsubscribed: 'The person unsubscribed from the list.',
  bounced: 'The address bounced.',
  complained: 'The person marked an e-mail as spam.',
  suppressed: 'The address or its domain is suppressed.',
  removed: "The person's subscription was deleted.",
  erased: 'The person was erased.',
  restarted: 'A newer event started a new run.',
  archived: 'The automation was archived.',
};

export const ExitReason = growingEnum(
  'AutomationExitReason',
  'Why a run ended early. More may be added.',
  new Map(Object.entries(EXITS)),
);

export const SimulationEnd = openEnum('SimulationEnd', 'How a simulation ends.', SIMULATION_ENDS, {
  completed: 'All steps are completed.',
  failed: 'A step fails; see `reason`.',
  not_entered: 'The person does not enter; see `reason`.',
  ...EXITS,
});

const REFUSALS = {
  again: 'Re-entry is not allowed, or not yet.',
  not_within: 'The last run is too recent.',
  if: 'The person does not match the conditions.',
  too_often: 'The person entered 20 times within 24 hours.',
};

/** In GraphQL, a refusal says what is wrong. REST names the entry rule. */
const REFUSAL_NAMES = { again: 'NO_RE_ENTRY', not_within: 'TOO_SOON', if: 'CONDITIONS_NOT_MET' };

export const EntryRefusal = openEnum(
  'AutomationEntryRefusal',
  'Why a person did not enter an automation.',
  ENTRY_REFUSALS,
  REFUSALS,
  REFUSAL_NAMES,
);

export const SimulationRefusal = openEnum(
  'SimulationRefusal',
  'Why a simulated run does not start.',
  SIMULATION_REFUSALS,
  { trigger: 'The event does not match the trigger.', ...REFUSALS },
  REFUSAL_NAMES,
);
