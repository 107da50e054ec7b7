import type { Simulation as Simulated, SimulatedStep } from '../domain/automations/simulation/pass-through.ts';
import { simulateAutomation, simulateDefinition } from '../domain/automations/simulation/simulate.ts';
import { orNull } from '../domain/found.ts';
import { definitionFields } from './automation-input.ts';
import { builder } from './builder.ts';

const SimulationStep = builder.objectRef<SimulatedStep>('SimulationStep').implement({
  description: 'What would become of a step.',
  fields: (t) => ({
    step: t.exposeString('step', { description: 'The id of the step.' }),
    type: t.exposeString('type'),
    at: t.expose('at', { type: 'DateTime' }),
    outcome: t.exposeString('outcome', {
      description: 'done, skipped or failed; restarted where a newer event ended the wait at the step.',
    }),
    branch: t.exposeString('branch', {
      nullable: true,
      description: 'Where it would go on: then, else, or a branch of a split.',
    }),
    subject: t.exposeString('subject', {
      nullable: true,
      description: 'Of an e-mail, as the person would read it. Null if it could not be rendered; `reason` says why.',
    }),
    reason: t.exposeString('reason', { nullable: true }),
  }),
});

const Simulation = builder.objectRef<Simulated>('Simulation').implement({
  description: 'What an automation would do for a person.',
  fields: (t) => ({
    endedAs: t.exposeString('endedAs', {
      description: 'completed, failed, not_entered, or as `exitReason` of a run: goal, exit, not_subscribed, …',
    }),
    endedAt: t.expose('endedAt', { type: 'DateTime' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Why it would fail, or not begin: trigger (the event is not the one), again, not_within or if (an entry rule), too_often.',
    }),
    steps: t.field({ type: [SimulationStep], resolve: ({ steps }) => steps, description: 'In the order of time.' }),
  }),
});

const simulationFields = (
  t: PothosSchemaTypes.InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<object>, 'InputObject'>,
) => ({
  email: t.string({
    description: 'Who is taken through. Somebody unknown counts as subscribed. Default: an example of a person.',
  }),
  event: t.field({
    type: 'JSONObject' as never,
    description:
      'What starts it: `{name, properties, value, currency, occurred_at}`. Default: an event that the trigger takes, without properties.',
  }),
  startAt: t.field({ type: 'DateTime' as never, description: 'Default: now.' }),
  assume: t.field({
    type: 'JSONObject' as never,
    description:
      'What is taken to happen: `{events: [{name, after, properties, value, currency}], conditions: {<step>: true}, splits: {<step>: <branch>}}`. `after` is an ISO 8601 duration from the start.',
  }),
});

const SimulateAutomationInput = builder.inputType('SimulateAutomationInput', {
  fields: (t) => simulationFields(t as never),
});

const SimulateDefinitionInput = builder.inputType('SimulateDefinitionInput', {
  fields: (t) => ({ ...definitionFields(t as never), ...simulationFields(t as never) }),
});

builder.queryFields((t) => ({
  simulateAutomation: t.field({
    type: Simulation,
    nullable: true,
    description:
      'Takes a person through an automation as it would happen, by a clock that jumps. Changes and sends nothing.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: SimulateAutomationInput, required: true }) },
    resolve: (_, { id, input }, { scope, installation }) =>
      orNull(simulateAutomation(scope, id, input, installation.links)),
  }),
  simulateDefinition: t.field({
    type: Simulation,
    description: 'The same for a definition that need not be saved.',
    args: { input: t.arg({ type: SimulateDefinitionInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => simulateDefinition(scope, input, installation.links),
  }),
}));
