import { createAutomation, duplicateAutomation } from '../domain/automations/automations.ts';
import { updateAutomation } from '../domain/automations/change-automation.ts';
import { activateAutomation, archiveAutomation, pauseAutomation } from '../domain/automations/change-status.ts';
import { deleteAutomation } from '../domain/automations/delete-automation.ts';
import { AUTOMATION_ORDER_FIELDS, listAutomations } from '../domain/automations/list-automations.ts';
import { Automation, AutomationStatus } from './automation.ts';
import { CreateAutomationInput, UpdateAutomationInput } from './automation-input.ts';
import { builder } from './builder.ts';
import { IN_STATUS, IN_STATUSES } from './by-status.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { deprecatedArgument, ONE_STATUS } from './deprecations.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { allAutomationChanges, automationChanges } from './streams.ts';
import { withDefinition } from './typed-definition.ts';

const AutomationOrder = orderInput('Automation', AUTOMATION_ORDER_FIELDS);

builder.queryFields((t) => ({
  automation: t.field({
    type: Automation,
    nullable: true,
    description: 'An automation by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.automation.load(id),
  }),
  automations: t.connection({
    type: Automation,
    description: 'The automations of the team. Default order: newest first.',
    args: {
      statuses: t.arg({ type: [AutomationStatus], description: IN_STATUSES }),
      status: t.arg({ type: AutomationStatus, description: IN_STATUS, ...deprecatedArgument(ONE_STATUS) }),
      listId: t.arg.id({ description: 'Only automations of this list. An unknown id returns an empty page.' }),
      search: t.arg.string({ description: 'Words in the name.' }),
      orderBy: t.arg({ type: AutomationOrder }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listAutomations(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createAutomation: t.field({
    type: Automation,
    description: 'Creates an automation as a draft.',
    args: { input: t.arg({ type: CreateAutomationInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) =>
      withDefinition(input, (given) => createAutomation(scope, installation.outbound, given)),
  }),
  updateAutomation: t.field({
    type: Automation,
    description:
      'Updates an automation. A draft changes in place. If it was ever activated, the update creates a new version for new runs. Fails with CONFLICT (`ARCHIVED`) if it is archived.',
    args: { input: t.arg({ type: UpdateAutomationInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope, installation }) =>
      withDefinition(input, (given) => updateAutomation(scope, installation.outbound, id, given)),
  }),
  deleteAutomation: t.field({
    type: DeletePayload,
    description: 'Deletes an automation and its runs. Fails with CONFLICT (`ACTIVE`) while it is active.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteAutomation(scope, id)),
  }),
  duplicateAutomation: t.field({
    type: Automation,
    description: 'Creates a draft with the same definition. Works for automations of any status.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => duplicateAutomation(scope, id),
  }),
}));

const byId = { activateAutomation, pauseAutomation, archiveAutomation };

const DOES: Record<keyof typeof byId, string> = {
  activateAutomation:
    'Activates a draft or paused automation. Fails with BAD_USER_INPUT if it refers to missing objects.',
  pauseAutomation: 'Pauses an automation: no new runs start, and existing runs wait until it is activated again.',
  archiveAutomation: 'Archives an automation for good and ends its active runs.',
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
    description: 'The automation, now and whenever people move through it. Ends when the automation is deleted.',
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, context) => automationChanges(context, id),
    resolve: (progressed) => progressed,
  }),
);

builder.subscriptionField('automationChanged', (t) =>
  t.field({
    type: Automation,
    description:
      'Sends each automation that is created, updated, activated, paused or archived, and each automation whose runs progress.',
    subscribe: (_, __, context) => allAutomationChanges(context),
    resolve: (changed) => changed,
  }),
);
