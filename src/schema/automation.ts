import { AUTOMATION_STATUSES } from '../domain/automations/automation-input.ts';
import type { Automation as AutomationRow } from '../domain/automations/automations.ts';
import type { AutomationCounts as Counts, StepCounts } from '../domain/automations/read-counts.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { List } from './list.ts';
import { loadIfAny } from './loaders.ts';
import { Node } from './node.ts';
import { AutomationDefinition, DEFINITION } from './typed-definition.ts';
import { Warning, warnings } from './warning.ts';

export const AutomationStatus = wireEnum('AutomationStatus', 'The status of an automation.', AUTOMATION_STATUSES, {
  draft: 'Not activated yet.',
  active: 'New runs start.',
  paused: 'No new runs start, and existing runs wait.',
  archived: 'Ended for good.',
});

const AutomationCounts = builder.objectRef<Counts>('AutomationCounts').implement({
  description: 'The number of runs of an automation, by state.',
  fields: (t) => ({
    active: t.exposeInt('active'),
    completed: t.exposeInt('completed'),
    exited: t.exposeInt('exited'),
    failed: t.exposeInt('failed'),
  }),
});

const AutomationStepCounts = builder.objectRef<StepCounts>('AutomationStepCounts').implement({
  description: 'The number of runs that reached a step, by result.',
  fields: (t) => ({
    step: t.exposeString('step', { description: 'The id of the step.' }),
    entered: t.exposeInt('entered'),
    waiting: t.exposeInt('waiting', { description: 'Runs at this step now.' }),
    done: t.exposeInt('done'),
    skipped: t.exposeInt('skipped'),
    failed: t.exposeInt('failed'),
  }),
});

export const Automation = builder.objectRef<AutomationRow>('Automation').implement({
  description: 'A series of steps that runs for a person after a trigger.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    status: t.expose('status', { type: AutomationStatus }),
    listId: t.exposeID('listId', { nullable: true }),
    list: t.field({
      type: List,
      nullable: true,
      description:
        "The automation's list. Null: each person's newest subscription. Also null once the list is deleted.",
      resolve: ({ listId }, _, { loaders }) => loadIfAny(loaders.list, listId),
    }),
    trigger: t.field({
      type: 'JSONObject',
      description: 'The event that starts a run.',
      resolve: ({ definition }) => definition.trigger,
    }),
    entry: t.field({
      type: 'JSONObject',
      description: 'The entry rules.',
      resolve: ({ definition }) => definition.entry,
    }),
    exits: t.field({
      type: ['JSONObject'],
      description: 'Events and segments that end a run at any step.',
      resolve: ({ definition }) => definition.exits,
    }),
    steps: t.field({
      type: ['JSONObject'],
      description: 'The steps in order. Each has an id.',
      resolve: ({ definition }) => definition.steps,
    }),
    sendWindow: t.field({
      type: 'JSONObject',
      nullable: true,
      description:
        "The hours in which e-mails are sent, in each person's time zone: `{from, to, weekdays}`. Null: any time.",
      resolve: ({ definition }) => definition.send_window,
    }),
    definition: t.field({
      type: AutomationDefinition,
      description: DEFINITION,
      resolve: ({ definition }) => definition,
    }),
    version: t.exposeInt('version', { description: 'The version that new runs use, starting at 1.' }),
    readyMade: t.exposeString('readyMade', {
      nullable: true,
      description: 'The ready-made automation it was created from.',
    }),
    counts: t.field({ type: AutomationCounts, resolve: ({ id }, _, { loaders }) => loaders.automationCounts.load(id) }),
    stepCounts: t.field({
      type: [AutomationStepCounts],
      description: 'One entry per step reached in any version.',
      resolve: ({ id }, _, { loaders }) => loaders.automationStepCounts.load(id),
    }),
    warnings: t.field({
      type: [Warning],
      description: 'References to missing objects, and settings that may be mistakes.',
      resolve: (automation, _, { loaders }) => loaders.automationWarnings.load(automation).then(warnings),
    }),
    activatedAt: t.expose('activatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last activated.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});
