import { createFromReadyMade } from '../domain/automations/ready-made/create-from-ready-made.ts';
import { READY_MADE } from '../domain/automations/ready-made/list-ready-made.ts';
import type { ReadyMadeAutomation as ReadyMade } from '../domain/automations/ready-made/ready-made-automation.ts';
import { Automation } from './automation.ts';
import { builder } from './builder.ts';
import { AutomationDefinition, DEFINITION } from './typed-definition.ts';

const ReadyMadeAutomation = builder.objectRef<ReadyMade>('ReadyMadeAutomation').implement({
  description: 'A ready-made automation. Copy it with `createReadyMadeAutomation`.',
  fields: (t) => ({
    key: t.exposeString('key'),
    name: t.exposeString('name'),
    description: t.exposeString('description', { description: 'Its purpose and requirements.' }),
    definition: t.field({
      type: AutomationDefinition,
      description: DEFINITION,
      resolve: (automation) => automation,
    }),
    trigger: t.expose('trigger', { type: 'JSONObject' }),
    entry: t.expose('entry', { type: 'JSONObject' }),
    exits: t.expose('exits', { type: ['JSONObject'] }),
    steps: t.expose('steps', {
      type: ['JSONObject'],
      description: 'Their templates are names of ready-made templates.',
    }),
  }),
});

builder.queryField('readyMadeAutomations', (t) =>
  t.field({
    type: [ReadyMadeAutomation],
    description: 'Automations to copy, each with its purpose and requirements.',
    resolve: () => [...READY_MADE],
  }),
);

const CreateReadyMadeAutomationInput = builder.inputType('CreateReadyMadeAutomationInput', {
  fields: (t) => ({
    readyMade: t.string({ required: true, description: 'The key of the ready-made automation.' }),
    name: t.string({ description: 'The name of the automation. Default: that of the ready-made one.' }),
    listId: t.id({ description: "Id of the list. Default: each person's newest subscription on any list." }),
  }),
});

builder.mutationField('createReadyMadeAutomation', (t) =>
  t.field({
    type: Automation,
    description: 'Creates a draft from a ready-made automation, with the templates it sends.',
    args: { input: t.arg({ type: CreateReadyMadeAutomationInput, required: true }) },
    resolve: (_, { input }, { scope }) => createFromReadyMade(scope, input),
  }),
);
