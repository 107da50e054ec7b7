import type { STEP_OUTCOMES } from '../domain/automations/runs/exit-reasons.ts';
import { simulateAutomation, simulateDefinition } from '../domain/automations/simulation/simulate.ts';
import type { Simulation as Simulated, SimulatedStep } from '../domain/automations/simulation/simulate-run.ts';
import { orNull } from '../domain/found.ts';
import { SimulationEnd, SimulationRefusal, StepOutcome, StepType } from './automation-enums.ts';
import { definitionFields } from './automation-input.ts';
import { builder, type InputFields } from './builder.ts';
import { FAILS_ALONE } from './permissions.ts';
import { StepReason } from './reason-code.ts';
import { withDefinition } from './typed-definition.ts';

type StepOutcomeName = (typeof STEP_OUTCOMES)[number];

const SimulationStep = builder.objectRef<SimulatedStep>('SimulationStep').implement({
  description: 'The simulated result of a step.',
  fields: (t) => ({
    step: t.exposeString('step', { description: 'The id of the step.' }),
    type: t.field({ type: StepType.type, resolve: ({ type }) => StepType.known(type) }),
    at: t.expose('at', { type: 'DateTime', description: 'The simulated time at which the step is finished.' }),
    outcome: t.field({ type: StepOutcome, resolve: ({ outcome }) => outcome as StepOutcomeName }),
    branch: t.exposeString('branch', {
      nullable: true,
      description: 'The branch to take: then, else, or a branch of a split.',
    }),
    subject: t.exposeString('subject', {
      nullable: true,
      description: 'The rendered subject of the e-mail. Null if rendering failed; see `reason`.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why the step is skipped or fails: a word, such as send_window, or the error.',
    }),
    reasonCode: t.field({
      type: StepReason.type,
      nullable: true,
      description: '`reason` for programs. Null without a reason.',
      resolve: ({ reason }) => StepReason.codeOf(reason),
    }),
  }),
});

const Simulation = builder.objectRef<Simulated>('Simulation').implement({
  description: 'The simulated path of a person through an automation.',
  fields: (t) => ({
    endedAs: t.expose('endedAs', { type: SimulationEnd, description: 'How the run would end.' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', description: 'The simulated time of the end.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Why the run would fail or not start: trigger (the event does not match), an entry rule (again, not_within, if), or too_often.',
    }),
    reasonCode: t.field({
      type: StepReason.type,
      nullable: true,
      description: '`reason` for programs if the run would fail. Null otherwise; see `refusal`.',
      resolve: ({ endedAs, reason }) => (endedAs === 'failed' ? StepReason.codeOf(reason) : null),
    }),
    refusal: t.expose('refusal', {
      type: SimulationRefusal,
      nullable: true,
      description: 'Why the run would not start, for programs. Null if it starts.',
    }),
    steps: t.field({ type: [SimulationStep], resolve: ({ steps }) => steps, description: 'In chronological order.' }),
  }),
});

const simulationFields = (t: InputFields) => ({
  email: t.field({
    type: 'EmailAddress',
    description:
      'The e-mail address of the simulated person. An unknown address counts as subscribed. Default: an example person.',
  }),
  event: t.field({
    type: 'JSONObject',
    description:
      'The event that starts the run: `{name, properties, value, currency, occurred_at}`. Default: an event that matches the trigger, without properties.',
  }),
  startAt: t.field({ type: 'DateTime', description: 'The time at which the simulation starts. Default: now.' }),
  assume: t.field({
    type: 'JSONObject',
    description:
      'Assumptions: `{events: [{name, after, properties, value, currency}], conditions: {<step>: true}, splits: {<step>: <branch>}}`. `after` is an ISO 8601 duration from the start.',
  }),
});

const SimulateAutomationInput = builder.inputType('SimulateAutomationInput', {
  fields: (t) => ({ id: t.id({ required: true, description: 'The id of the automation.' }), ...simulationFields(t) }),
});

const SimulateAutomationDefinitionInput = builder.inputType('SimulateAutomationDefinitionInput', {
  fields: (t) => ({ ...definitionFields(t), ...simulationFields(t) }),
});

builder.queryFields((t) => ({
  simulateAutomation: t.field({
    type: Simulation,
    nullable: true,
    description: "Simulates a person's path through an automation and skips waiting times. Changes and sends nothing.",
    args: { input: t.arg({ type: SimulateAutomationInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope, installation }) =>
      orNull(simulateAutomation(scope, id, input, installation.links)),
  }),
  simulateAutomationDefinition: t.field({
    type: Simulation,
    nullable: true,
    extensions: FAILS_ALONE,
    description: 'Simulates a definition that need not be saved.',
    args: { input: t.arg({ type: SimulateAutomationDefinitionInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) =>
      withDefinition(input, (given) => simulateDefinition(scope, given, installation.links)),
  }),
}));
