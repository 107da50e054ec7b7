import { RUN_STATES } from '../domain/automations/runs/list-runs.ts';
import { exitRun, type AutomationRun as Run, type RunStep } from '../domain/automations/runs/runs.ts';
import { Automation } from './automation.ts';
import { builder } from './builder.ts';
import { CampaignMessage } from './campaign-message.ts';
import type { Context } from './context.ts';
import { wireEnum } from './enums.ts';
import { loadIfAny } from './loaders.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { Person } from './person.ts';
import { TransactionalMail } from './transactional-mail.ts';

const State = wireEnum('AutomationRunState', 'How a run stands.', RUN_STATES, {
  completed: 'All steps were passed.',
  exited: 'It was ended before, as `exitReason` says.',
  failed: 'A step could not be done for an hour.',
});

const mailOf = async ({ run, step }: RunStep, { loaders }: Context) =>
  (await loaders.mailsOfRun.load(run)).find((one) => one.step === step);

const AutomationRunStep = builder.objectRef<RunStep>('AutomationRunStep').implement({
  description: 'What became of a step of a run.',
  fields: (t) => ({
    step: t.exposeString('step', { description: 'The id of the step.' }),
    type: t.exposeString('type'),
    outcome: t.exposeString('outcome', { description: 'done, skipped or failed.' }),
    branch: t.exposeString('branch', {
      nullable: true,
      description: 'Where it went on: then, else, or a branch of a split.',
    }),
    reason: t.exposeString('reason', { nullable: true }),
    at: t.expose('at', { type: 'DateTime' }),
    messageId: t.id({ nullable: true, resolve: async (step, _, context) => (await mailOf(step, context))?.messageId }),
    message: t.field({
      type: CampaignMessage,
      nullable: true,
      description: 'The e-mail that the step sent. Null of one that is transactional, and once it was removed.',
      resolve: async (step, _, context) =>
        loadIfAny(context.loaders.campaignMessage, (await mailOf(step, context))?.messageId ?? null),
    }),
    mailId: t.id({ nullable: true, resolve: async (step, _, context) => (await mailOf(step, context))?.mailId }),
    mail: t.field({
      type: TransactionalMail,
      nullable: true,
      description: 'The transactional e-mail that the step sent.',
      resolve: async (step, _, context) =>
        loadIfAny(context.loaders.transactionalMail, (await mailOf(step, context))?.mailId ?? null),
    }),
  }),
});

export const AutomationRun = builder.objectRef<Run>('AutomationRun').implement({
  description: 'A person on the way through an automation.',
  interfaces: [Node],
  fields: (t) => ({
    automationId: t.exposeID('automationId'),
    automationName: t.exposeString('automationName'),
    automation: t.field({
      type: Automation,
      nullable: true,
      resolve: ({ automationId }, _, { loaders }) => loaders.automation.load(automationId),
    }),
    version: t.exposeInt('version', { description: 'The version of the automation that it follows.' }),
    email: t.expose('email', { type: 'EmailAddress', nullable: true, description: 'Null once the person was erased.' }),
    person: t.field({
      type: Person,
      nullable: true,
      description: 'Null once the person was erased.',
      resolve: ({ personKey, email }) => (email === null ? null : { id: personKey, email }),
    }),
    state: t.expose('state', { type: State }),
    exitReason: t.exposeString('exitReason', {
      nullable: true,
      description: 'Such as goal, unsubscribed, restarted or archived.',
    }),
    step: t.exposeString('step', {
      nullable: true,
      description:
        'The id of the step where it is, or was when it was ended. Null before the first and after the last.',
    }),
    enteredAt: t.expose('enteredAt', { type: 'DateTime', nullable: true, description: 'When it came to the step.' }),
    waitUntil: t.expose('waitUntil', { type: 'DateTime', nullable: true }),
    event: t.field({
      type: 'JSONObject',
      nullable: true,
      description: 'The event that started it: its name, properties, value, currency and `occurred_at`.',
      resolve: ({ event }) => event as object | null,
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when its step cannot be done. It is tried for an hour.',
    }),
    lastError: t.exposeString('lastError', { nullable: true, description: 'Why not.' }),
    steps: t.field({
      type: [AutomationRunStep],
      description: 'The steps that it has passed, in order.',
      resolve: ({ id }, _, { loaders }) => loaders.automationRunSteps.load(id),
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When what started it happened.' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
  }),
});

builder.objectField(Automation, 'runs', (t) =>
  t.connection({
    type: AutomationRun,
    description: 'The people who passed or are on the way, newest first.',
    args: {
      state: t.arg({ type: State }),
      email: t.arg.string({ description: 'Only those of the person with this address.' }),
      step: t.arg.string({ description: 'Only those that are at the step with this id now.' }),
      offset: t.arg.int(),
    },
    resolve: ({ id }, request, { loaders }) => connection(loaders.runsOfAutomation.load({ owner: id, request })),
  }),
);

builder.objectField(Person, 'automationRuns', (t) =>
  t.connection({
    type: AutomationRun,
    description: 'The automations that the person passed or is in, newest first.',
    args: { offset: t.arg.int() },
    resolve: ({ email }, request, { loaders }) => connection(loaders.automationRunsOf.load({ owner: email, request })),
  }),
);

builder.queryField('automationRun', (t) =>
  t.field({
    type: AutomationRun,
    nullable: true,
    description: 'A run of an automation, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.automationRun.load(id),
  }),
);

builder.mutationField('exitAutomationRun', (t) =>
  t.field({
    type: AutomationRun,
    description: 'Ends a run at whichever step it is. Fails with CONFLICT when it has ended.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => exitRun(scope, id),
  }),
);
