import type { AutomationVersion as Version } from '../domain/automations/list-versions.ts';
import { Automation } from './automation.ts';
import { AutomationRun } from './automation-run.ts';
import { builder } from './builder.ts';
import { connection } from './pagination.ts';

const AutomationVersion = builder.objectRef<Version>('AutomationVersion').implement({
  description: 'What an automation was from some moment on. Who began by it goes on by it.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Counted from 1.' }),
    trigger: t.field({ type: 'JSONObject', resolve: ({ definition }) => definition.trigger }),
    entry: t.field({ type: 'JSONObject', resolve: ({ definition }) => definition.entry }),
    exits: t.field({ type: ['JSONObject'], resolve: ({ definition }) => definition.exits }),
    steps: t.field({ type: ['JSONObject'], resolve: ({ definition }) => definition.steps }),
    sendWindow: t.field({
      type: 'JSONObject',
      nullable: true,
      resolve: ({ definition }) => definition.send_window,
    }),
    active: t.int({
      description: 'Runs that are under way by it. Counted when asked for.',
      resolve: async ({ automationId, version }, _, { loaders }) =>
        (await loaders.activeByVersion.load(automationId)).get(version) ?? 0,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.objectField(Automation, 'versions', (t) =>
  t.connection({
    type: AutomationVersion,
    description: 'What it was before and is now, the newest first. A draft has one version, which changes.',
    args: { offset: t.arg.int() },
    resolve: ({ id }, request, { loaders }) => connection(loaders.versionsOfAutomation.load({ owner: id, request })),
  }),
);

builder.objectField(AutomationRun, 'definition', (t) =>
  t.field({
    type: AutomationVersion,
    nullable: true,
    description: 'The version of the automation that it follows, as a whole.',
    resolve: ({ automationId, version }, _, { loaders }) => loaders.automationVersion.load({ automationId, version }),
  }),
);
