import { RUN_STATES } from '../domain/automations/runs/list-runs.ts';
import { exitRun, type AutomationRun as Run, type RunStep } from '../domain/automations/runs/runs.ts';
import { Automation } from './automation.ts';
import { ExitReason, StepOutcome, StepType } from './automation-enums.ts';
import { builder } from './builder.ts';
import { CampaignMessage } from './campaign-message.ts';
import type { Context } from './context.ts';
import { deprecatedArgument, ONE_STATE } from './deprecations.ts';
import { wireEnum } from './enums.ts';
import { loadIfAny } from './loaders.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { Person } from './person.ts';
import { StepReason } from './reason-code.ts';
import { TransactionalMail } from './transactional-mail.ts';

const State = wireEnum('AutomationRunState', 'The state of a run.', RUN_STATES, {
  completed: 'Completed all steps.',
  exited: 'Ended early; see `exitReason`.',
  failed: 'A step failed for an hour.',
});

const mailOf = async ({ run, step }: RunStep, { loaders }: Context) =>
  (await loaders.mailsOfRun.load(run)).find((one) => one.step === step);

const AutomationRunStep = builder.objectRef<RunStep>('AutomationRunStep').implement({
  description: 'The result of a step in a run.',
  fields: (t) => ({
    step: t.exposeString('step', { description: 'The id of the step.' }),
    type: t.field({ type: StepType.type, resolve: ({ type }) => StepType.known(type) }),
    outcome: t.field({ type: StepOutcome, resolve: ({ outcome }) => outcome as 'done' | 'skipped' | 'failed' }),
    branch: t.exposeString('branch', {
      nullable: true,
      description: 'The branch taken: then, else, or a branch of a split.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why the step was skipped or failed: a word, such as send_window, or the error.',
    }),
    reasonCode: t.field({
      type: StepReason.type,
      nullable: true,
      description: '`reason` for programs. Null without a reason.',
      resolve: ({ reason }) => StepReason.codeOf(reason),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When the step was finished.' }),
    messageId: t.id({ nullable: true, resolve: async (step, _, context) => (await mailOf(step, context))?.messageId }),
    message: t.field({
      type: CampaignMessage,
      nullable: true,
      description: 'The e-mail sent by the step. Null for transactional e-mails, and once it was removed.',
      resolve: async (step, _, context) =>
        loadIfAny(context.loaders.campaignMessage, (await mailOf(step, context))?.messageId ?? null),
    }),
    transactionalMailId: t.id({
      nullable: true,
      resolve: async (step, _, context) => (await mailOf(step, context))?.mailId,
    }),
    transactionalMail: t.field({
      type: TransactionalMail,
      nullable: true,
      description: 'The transactional e-mail sent by the step.',
      resolve: async (step, _, context) =>
        loadIfAny(context.loaders.transactionalMail, (await mailOf(step, context))?.mailId ?? null),
    }),
  }),
});

export const AutomationRun = builder.objectRef<Run>('AutomationRun').implement({
  description: "A person's run through an automation.",
  interfaces: [Node],
  fields: (t) => ({
    automationId: t.exposeID('automationId'),
    automationName: t.exposeString('automationName'),
    automation: t.field({
      type: Automation,
      nullable: true,
      resolve: ({ automationId }, _, { loaders }) => loaders.automation.load(automationId),
    }),
    version: t.exposeInt('version', { description: "The automation's version for this run." }),
    email: t.expose('email', { type: 'EmailAddress', nullable: true, description: 'Null once the person is erased.' }),
    person: t.field({
      type: Person,
      nullable: true,
      description: 'Null once the person is erased.',
      resolve: ({ personKey, email }) => (email === null ? null : { id: personKey, email }),
    }),
    state: t.expose('state', { type: State }),
    exitReason: t.field({
      type: ExitReason.type,
      nullable: true,
      description: 'Null unless the run ended early.',
      resolve: ({ exitReason }) => ExitReason.known(exitReason),
    }),
    step: t.exposeString('step', {
      nullable: true,
      description:
        'The id of the current step, or of the last step if the run ended early. Null before the first step and after the last.',
    }),
    enteredAt: t.expose('enteredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the run reached the current step.',
    }),
    waitUntil: t.expose('waitUntil', { type: 'DateTime', nullable: true }),
    event: t.field({
      type: 'JSONObject',
      nullable: true,
      description:
        'The event that started the run: its name, properties, value, currency and `occurred_at`. Null if there was none, or if it was removed because of its age.',
      resolve: ({ event }) => event as object | null,
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When the current step first failed. It is retried for an hour.',
    }),
    lastError: t.exposeString('lastError', { nullable: true, description: 'The error of the last attempt.' }),
    lastErrorCode: t.field({
      type: StepReason.type,
      nullable: true,
      description: '`lastError` for programs. Null without an error.',
      resolve: ({ lastError }) => StepReason.codeOf(lastError),
    }),
    steps: t.field({
      type: [AutomationRunStep],
      description: 'The finished steps, in order. Empty if they were removed because of their age.',
      resolve: ({ id }, _, { loaders }) => loaders.automationRunSteps.load(id),
    }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'When the event that started the run happened.',
    }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
  }),
});

builder.objectField(Automation, 'runs', (t) =>
  t.connection({
    type: AutomationRun,
    description: 'The runs of the automation, newest first.',
    args: {
      states: t.arg({ type: [State], description: 'Only in one of these states. Absent: all.' }),
      state: t.arg({
        type: State,
        description: 'The same as `states`, for one state.',
        ...deprecatedArgument(ONE_STATE),
      }),
      email: t.arg({ type: 'EmailAddress', description: 'Only runs of the person with this e-mail address.' }),
      step: t.arg.string({ description: 'Only runs at the step with this id now.' }),
      offset: t.arg.int(),
    },
    resolve: ({ id }, request, { loaders }) => connection(loaders.runsOfAutomation.load({ owner: id, request })),
  }),
);

builder.objectField(Person, 'automationRuns', (t) =>
  t.connection({
    type: AutomationRun,
    description: "The person's automation runs, newest first.",
    args: { offset: t.arg.int() },
    resolve: ({ email }, request, { loaders }) => connection(loaders.automationRunsOf.load({ owner: email, request })),
  }),
);

builder.queryField('automationRun', (t) =>
  t.field({
    type: AutomationRun,
    nullable: true,
    description: 'An automation run by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.automationRun.load(id),
  }),
);

builder.mutationField('exitAutomationRun', (t) =>
  t.field({
    type: AutomationRun,
    description: 'Ends a run at its current step. Fails with CONFLICT (`ENDED`) if it has already ended.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => exitRun(scope, id),
  }),
);
