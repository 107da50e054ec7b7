import {
  type AutomationReport as Report,
  readAutomationReport,
  type StepReport as Step,
} from '../domain/automations/report/read-report.ts';
import { orNull } from '../domain/found.ts';
import { Automation } from './automation.ts';
import { ExitReason, StepType } from './automation-enums.ts';
import { builder } from './builder.ts';
import { FAILS_ALONE } from './permissions.ts';
import { RevenueTotal } from './revenue.ts';

const ExitCount = builder.objectRef<Report['exited'][number]>('AutomationExitCount').implement({
  description: 'The number of runs that ended for one reason.',
  fields: (t) => ({
    reason: t.field({ type: ExitReason.type, resolve: ({ reason }) => ExitReason.known(reason) }),
    count: t.expose('count', { type: 'SafeInt' }),
  }),
});

const StepReport = builder.objectRef<Step>('AutomationStepReport').implement({
  description: 'Results of a step, across all versions that contain it.',
  fields: (t) => ({
    step: t.exposeString('step', { description: 'The id of the step.' }),
    type: t.field({ type: StepType.type, resolve: ({ type }) => StepType.known(type) }),
    entered: t.expose('entered', { type: 'SafeInt', description: 'Runs that reached it.' }),
    waiting: t.expose('waiting', { type: 'SafeInt', description: 'Runs at this step now.' }),
    done: t.expose('done', { type: 'SafeInt' }),
    skipped: t.expose('skipped', { type: 'SafeInt' }),
    failed: t.expose('failed', { type: 'SafeInt' }),
    sent: t.expose('sent', {
      type: 'SafeInt',
      nullable: true,
      description: 'E-mails accepted by the next mail server.',
    }),
    opens: t.expose('opens', { type: 'SafeInt', nullable: true, description: 'E-mails opened by a person.' }),
    clicks: t.expose('clicks', {
      type: 'SafeInt',
      nullable: true,
      description: 'E-mails with a click by a person.',
    }),
    unsubscribes: t.expose('unsubscribes', {
      type: 'SafeInt',
      nullable: true,
      description: 'People who unsubscribed through their e-mail: its link, header or reply address.',
    }),
    bounces: t.expose('bounces', {
      type: 'SafeInt',
      nullable: true,
      description: 'E-mails that bounced after they were accepted.',
    }),
    complaints: t.expose('complaints', {
      type: 'SafeInt',
      nullable: true,
      description: 'E-mails marked as spam.',
    }),
    revenue: t.expose('revenue', {
      type: [RevenueTotal],
      nullable: true,
      description: 'Sales credited to its e-mails, less refunds.',
    }),
  }),
});

const AutomationReport = builder.objectRef<Report>('AutomationReport').implement({
  description: 'The results of an automation so far.',
  fields: (t) => ({
    entered: t.expose('entered', { type: 'SafeInt', description: 'All runs, ended or not.' }),
    active: t.expose('active', { type: 'SafeInt', description: 'Runs in progress.' }),
    completed: t.expose('completed', { type: 'SafeInt', description: 'Runs that completed all steps.' }),
    exited: t.expose('exited', { type: [ExitCount], description: 'Runs that ended early, by reason.' }),
    failed: t.expose('failed', { type: 'SafeInt', description: 'Runs that ended because a step failed.' }),
    goals: t.expose('goals', { type: 'SafeInt', description: 'Runs ended by an exit with `goal`.' }),
    goalRate: t.exposeFloat('goalRate', {
      description: '`goals` divided by `entered` without restarted runs, from 0 to 1.',
    }),
    revenue: t.expose('revenue', { type: [RevenueTotal], description: 'Sales credited to its e-mails, less refunds.' }),
    steps: t.expose('steps', {
      type: [StepReport],
      description:
        'The steps of the current version in order, followed by steps of older versions with recorded results.',
    }),
  }),
});

builder.objectField(Automation, 'report', (t) =>
  t.field({
    type: AutomationReport,
    nullable: true,
    extensions: FAILS_ALONE,
    description: 'The results so far: runs, steps, e-mails and revenue.',
    resolve: ({ id }, _, { loaders }) => loaders.automationReport.load(id),
  }),
);

builder.queryField('automationReport', (t) =>
  t.field({
    type: AutomationReport,
    nullable: true,
    description: 'The results of an automation so far: runs, steps, e-mails and revenue.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readAutomationReport(scope, id)),
  }),
);
