import { AUTOMATION_STATUSES } from '../domain/automations/automation-input.ts';
import type { Automation as AutomationRow } from '../domain/automations/automations.ts';
import type { AutomationCounts as Counts, StepCounts } from '../domain/automations/read-counts.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { Issue } from './issue.ts';
import { List } from './list.ts';
import { loadIfAny } from './loaders.ts';
import { Node } from './node.ts';

export const AutomationStatus = wireEnum('AutomationStatus', 'The status of an automation.', AUTOMATION_STATUSES, {
  draft: 'It does nothing yet.',
  active: 'It takes people in.',
  paused: 'It takes nobody in, and who is in it waits.',
  archived: 'It has ended for good.',
});

const AutomationCounts = builder.objectRef<Counts>('AutomationCounts').implement({
  description: 'How many runs of an automation there are, by their state.',
  fields: (t) => ({
    active: t.exposeInt('active'),
    completed: t.exposeInt('completed'),
    exited: t.exposeInt('exited'),
    failed: t.exposeInt('failed'),
  }),
});

const AutomationStepCounts = builder.objectRef<StepCounts>('AutomationStepCounts').implement({
  description: 'How many runs came to a step, and what became of it.',
  fields: (t) => ({
    step: t.exposeString('step', { description: 'The id of the step.' }),
    entered: t.exposeInt('entered'),
    waiting: t.exposeInt('waiting', { description: 'Runs that are at the step now.' }),
    done: t.exposeInt('done'),
    skipped: t.exposeInt('skipped'),
    failed: t.exposeInt('failed'),
  }),
});

export const Automation = builder.objectRef<AutomationRow>('Automation').implement({
  description: 'Steps that are taken for a person once something has happened.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    status: t.expose('status', { type: AutomationStatus }),
    listId: t.exposeID('listId', { nullable: true }),
    list: t.field({
      type: List,
      nullable: true,
      description:
        'The list that it is about. Null: the newest subscription of each person. Null too once it is deleted.',
      resolve: ({ listId }, _, { loaders }) => loadIfAny(loaders.list, listId),
    }),
    trigger: t.field({
      type: 'JSONObject',
      description: 'What starts a run.',
      resolve: ({ definition }) => definition.trigger,
    }),
    entry: t.field({
      type: 'JSONObject',
      description: 'Who may pass, and how often.',
      resolve: ({ definition }) => definition.entry,
    }),
    exits: t.field({
      type: ['JSONObject'],
      description: 'What ends a run at whichever step it is.',
      resolve: ({ definition }) => definition.exits,
    }),
    steps: t.field({
      type: ['JSONObject'],
      description: 'What is done, step by step. Each has an id.',
      resolve: ({ definition }) => definition.steps,
    }),
    sendWindow: t.field({
      type: 'JSONObject',
      nullable: true,
      description: "When e-mails are sent, by each person's clock: `{from, to, weekdays}`. Null: at any time.",
      resolve: ({ definition }) => definition.send_window,
    }),
    version: t.exposeInt('version', { description: 'The version that new runs follow, from 1.' }),
    readyMade: t.exposeString('readyMade', {
      nullable: true,
      description: 'The ready-made automation that it was made from.',
    }),
    counts: t.field({ type: AutomationCounts, resolve: ({ id }, _, { loaders }) => loaders.automationCounts.load(id) }),
    stepCounts: t.field({
      type: [AutomationStepCounts],
      description: 'Of the steps that somebody has come to, in any version.',
      resolve: ({ id }, _, { loaders }) => loaders.automationStepCounts.load(id),
    }),
    warnings: t.field({
      type: [Issue],
      description: 'What it refers to and is gone, and what may not be meant.',
      resolve: (automation, _, { loaders }) => loaders.automationWarnings.load(automation),
    }),
    activatedAt: t.expose('activatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was activated last.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});
