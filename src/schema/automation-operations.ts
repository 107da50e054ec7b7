import { createAutomation } from '../domain/automations/automations.ts';
import { updateAutomation } from '../domain/automations/change-automation.ts';
import { activateAutomation, archiveAutomation, pauseAutomation } from '../domain/automations/change-status.ts';
import { deleteAutomation } from '../domain/automations/delete-automation.ts';
import { duplicateAutomation } from '../domain/automations/duplicate-automation.ts';
import { listAutomations } from '../domain/automations/list-automations.ts';
import { Automation, AutomationStatus } from './automation.ts';
import { allAutomationChanges, automationChanges } from './automation-changes.ts';
import { CreateAutomationInput, UpdateAutomationInput } from './automation-input.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { connection } from './pagination.ts';

builder.queryFields((t) => ({
  automation: t.field({
    type: Automation,
    nullable: true,
    description: 'An automation, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.automation.load(id),
  }),
  automations: t.connection({
    type: Automation,
    description: 'The automations of the team, newest first.',
    args: {
      ...{ status: t.arg({ type: AutomationStatus }), listId: t.arg.id() },
      ...{ search: t.arg.string({ description: 'Words that the name contains.' }), offset: t.arg.int() },
    },
    resolve: (_, args, { scope }) => connection(listAutomations(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createAutomation: t.field({
    type: Automation,
    description: 'Creates an automation as a draft.',
    args: { input: t.arg({ type: CreateAutomationInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => createAutomation(scope, installation.outbound, input),
  }),
  updateAutomation: t.field({
    type: Automation,
    description:
      'Changes an automation: a draft in place, one that was activated by a new version, which new runs follow. Fails with CONFLICT once it is archived.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateAutomationInput, required: true }) },
    resolve: (_, { id, input }, { scope, installation }) => updateAutomation(scope, installation.outbound, id, input),
  }),
  deleteAutomation: t.field({
    type: DeletePayload,
    description: 'Deletes an automation and its runs. Fails with CONFLICT while it is active.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteAutomation(scope, id)),
  }),
  duplicateAutomation: t.field({
    type: Automation,
    description: 'Creates a draft with the same definition, from an automation of any status.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => duplicateAutomation(scope, id),
  }),
}));

const byId = { activateAutomation, pauseAutomation, archiveAutomation };

const DOES: Record<keyof typeof byId, string> = {
  activateAutomation:
    'Has a draft or a paused automation take people in. Fails with VALIDATION_FAILED when it refers to what is gone.',
  pauseAutomation: 'Has an active automation take nobody in; who is in it waits until it is activated again.',
  archiveAutomation: 'Ends an automation for good, and the runs that are under way.',
};

for (const name of Object.keys(byId) as (keyof typeof byId)[]) {
  builder.mutationField(name, (t) =>
    t.field({
      type: Automation,
      description: DOES[name],
      args: { id: t.arg.id({ required: true }) },
      resolve: (_, { id }, { scope }) => byId[name](scope, id),
    }),
  );
}

builder.subscriptionField('automationProgressed', (t) =>
  t.field({
    type: Automation,
    description: 'The automation, now and as people go through it. Ends when it is deleted.',
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, context) => automationChanges(context, id),
    resolve: (progressed) => progressed,
  }),
);

builder.subscriptionField('automationChanged', (t) =>
  t.field({
    type: Automation,
    description:
      'Each automation that changes from now on: that is made, changed, activated, paused or archived, or that people go through.',
    subscribe: (_, __, context) => allAutomationChanges(context),
    resolve: (changed) => changed,
  }),
);
