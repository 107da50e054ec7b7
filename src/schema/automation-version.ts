import type { AutomationVersion as Version } from '../domain/automations/list-versions.ts';
import { Automation } from './automation.ts';
import { AutomationRun } from './automation-run.ts';
import { builder } from './builder.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { AutomationDefinition, DEFINITION } from './typed-definition.ts';

const AutomationVersion = builder.objectRef<Version>('AutomationVersion').implement({
  description: 'A version of an automation. Runs keep the version they started with, unless `moveRuns` moves them.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: "The automation's id, a dot and the version." }),
    version: t.exposeInt('version', { description: 'From 1.' }),
    trigger: t.field({ type: 'JSONObject', resolve: ({ definition }) => definition.trigger }),
    entry: t.field({ type: 'JSONObject', resolve: ({ definition }) => definition.entry }),
    exits: t.field({ type: ['JSONObject'], resolve: ({ definition }) => definition.exits }),
    steps: t.field({ type: ['JSONObject'], resolve: ({ definition }) => definition.steps }),
    sendWindow: t.field({
      type: 'JSONObject',
      nullable: true,
      resolve: ({ definition }) => definition.send_window,
    }),
    definition: t.field({
      type: AutomationDefinition,
      description: DEFINITION,
      resolve: ({ definition }) => definition,
    }),
    active: t.int({
      description: 'Active runs of this version. Counted only if selected.',
      resolve: async ({ automationId, version }, _, { loaders }) =>
        (await loaders.activeByVersion.load(automationId)).get(version) ?? 0,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.objectField(Automation, 'versions', (t) =>
  t.connection({
    type: AutomationVersion,
    description: 'The versions of the automation, newest first. A draft has a single, changing version.',
    args: { offset: t.arg.int() },
    resolve: ({ id }, request, { loaders }) => connection(loaders.versionsOfAutomation.load({ owner: id, request })),
  }),
);

builder.objectField(AutomationRun, 'automationVersion', (t) =>
  t.field({
    type: AutomationVersion,
    nullable: true,
    description: "The run's version of the automation, with its definition.",
    resolve: ({ automationId, version }, _, { loaders }) => loaders.automationVersion.load({ automationId, version }),
  }),
);
