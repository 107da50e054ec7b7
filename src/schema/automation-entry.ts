import { type Entered, enterByHand } from '../domain/automations/runs/enter.ts';
import { EntryRefusal } from './automation-enums.ts';
import { AutomationRun } from './automation-run.ts';
import { builder } from './builder.ts';

const EnterAutomationInput = builder.inputType('EnterAutomationInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the automation.' }),
    email: t.field({ type: 'EmailAddress', required: true, description: "The person's e-mail address." }),
    properties: t.field({
      type: 'JSONObject',
      description: "The event's properties, for use in e-mails and conditions.",
    }),
    atStep: t.string({ description: "The id of the first step to run. Default: the automation's first step." }),
  }),
});

const EnterAutomationPayload = builder.objectRef<Entered>('EnterAutomationPayload').implement({
  description: 'The new run, or the reason why the person did not enter.',
  fields: (t) => ({
    automationRun: t.field({
      type: AutomationRun,
      nullable: true,
      description: 'The new run. Null if the person did not enter.',
      resolve: ({ runId }, _, { loaders }) => (runId === undefined ? null : loaders.automationRun.load(runId)),
    }),
    refusal: t.field({
      type: EntryRefusal,
      nullable: true,
      description: 'Why the person did not enter. Null if they did.',
      resolve: ({ reason }) => reason ?? null,
    }),
  }),
});

builder.mutationField('enterAutomation', (t) =>
  t.field({
    type: EnterAutomationPayload,
    description:
      'Starts an active automation for a person. Ignores the trigger; entry rules still apply. Fails with CONFLICT (`NOT_ACTIVE`) unless the automation is active.',
    args: { input: t.arg({ type: EnterAutomationInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => enterByHand(scope, id, input),
  }),
);
