import { createFromReadyMade } from '../domain/automations/ready-made/create-from-ready-made.ts';
import { READY_MADE } from '../domain/automations/ready-made/list-ready-made.ts';
import type { ReadyMadeAutomation as ReadyMade } from '../domain/automations/ready-made/ready-made-automation.ts';
import { Automation } from './automation.ts';
import { builder } from './builder.ts';

const ReadyMadeAutomation = builder.objectRef<ReadyMade>('ReadyMadeAutomation').implement({
  description: 'An automation to begin with. `createReadyMadeAutomation` makes one of your own from it.',
  fields: (t) => ({
    key: t.exposeString('key'),
    name: t.exposeString('name'),
    description: t.exposeString('description', { description: 'What it does, and what it needs.' }),
    trigger: t.expose('trigger', { type: 'JSONObject' }),
    entry: t.expose('entry', { type: 'JSONObject' }),
    exits: t.expose('exits', { type: ['JSONObject'] }),
    steps: t.expose('steps', {
      type: ['JSONObject'],
      description: 'Their templates are ready-made ones, by name.',
    }),
  }),
});

builder.queryField('readyMadeAutomations', (t) =>
  t.field({
    type: [ReadyMadeAutomation],
    description: 'Automations to begin with.',
    resolve: () => [...READY_MADE],
  }),
);

builder.mutationField('createReadyMadeAutomation', (t) =>
  t.field({
    type: Automation,
    description: 'Creates a draft from a ready-made automation, and the templates that it sends.',
    args: {
      readyMade: t.arg.string({ required: true, description: 'Its key.' }),
      name: t.arg.string({ description: 'Default: its own.' }),
      listId: t.arg.id({
        description: 'Id of the list. Default: the newest subscription of each person, on any list.',
      }),
    },
    resolve: (_, given, { scope }) => createFromReadyMade(scope, given),
  }),
);
