import { type Entered, enterByHand } from '../domain/automations/runs/enter.ts';
import { AutomationRun } from './automation-run.ts';
import { builder } from './builder.ts';

const EnterAutomationInput = builder.inputType('EnterAutomationInput', {
  fields: (t) => ({
    email: t.string({ required: true, description: 'The address of the person.' }),
    properties: t.field({ type: 'JSONObject', description: 'Those of the event, as e-mails and conditions see it.' }),
    atStep: t.string({ description: 'The id of the step to begin at. Default: the first one.' }),
  }),
});

const EnterAutomationPayload = builder.objectRef<Entered>('EnterAutomationPayload').implement({
  description: 'The run that began, or why the person was kept out.',
  fields: (t) => ({
    run: t.field({
      type: AutomationRun,
      nullable: true,
      resolve: ({ runId }, _, { loaders }) => (runId === undefined ? null : loaders.automationRun.load(runId)),
    }),
    reason: t.string({
      nullable: true,
      description:
        'What keeps the person out: an entry rule (again, not_within, if), or too_often: 20 times a day are the most.',
      resolve: ({ reason }) => reason ?? null,
    }),
  }),
});

builder.mutationField('enterAutomation', (t) =>
  t.field({
    type: EnterAutomationPayload,
    description:
      'Starts an active automation for a person, whatever its trigger is. Its entry rules hold. Fails with CONFLICT unless it is active.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: EnterAutomationInput, required: true }) },
    resolve: (_, { id, input }, { scope }) => enterByHand(scope, id, input),
  }),
);
