import {
  type AutomationReport as Report,
  readAutomationReport,
  type StepReport as Step,
} from '../domain/automations/report/read-report.ts';
import { orNull } from '../domain/found.ts';
import { builder } from './builder.ts';
import { RevenueTotal } from './revenue.ts';

const ExitCount = builder.objectRef<Report['exited'][number]>('AutomationExitCount').implement({
  description: 'How many runs were ended for one reason.',
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'As `exitReason` of a run.' }),
    count: t.expose('count', { type: 'SafeInt' }),
  }),
});

const StepReport = builder.objectRef<Step>('AutomationStepReport').implement({
  description: 'What became of a step, in all versions that have it.',
  fields: (t) => ({
    step: t.exposeString('step', { description: 'Its id.' }),
    type: t.exposeString('type'),
    entered: t.expose('entered', { type: 'SafeInt', description: 'Runs that came to it.' }),
    waiting: t.expose('waiting', { type: 'SafeInt', description: 'Runs that are at it now.' }),
    done: t.expose('done', { type: 'SafeInt' }),
    skipped: t.expose('skipped', { type: 'SafeInt' }),
    failed: t.expose('failed', { type: 'SafeInt' }),
    sent: t.expose('sent', {
      type: 'SafeInt',
      nullable: true,
      description: 'E-mails that the next mail server accepted. Null, as those below, of a step that sends none.',
    }),
    opens: t.expose('opens', { type: 'SafeInt', nullable: true, description: 'E-mails that a person opened.' }),
    clicks: t.expose('clicks', {
      type: 'SafeInt',
      nullable: true,
      description: 'E-mails in which a person clicked a link.',
    }),
    unsubscribes: t.expose('unsubscribes', {
      type: 'SafeInt',
      nullable: true,
      description: 'People who left the list by a link, the header or the address of their e-mail.',
    }),
    bounces: t.expose('bounces', { type: 'SafeInt', nullable: true, description: 'E-mails that came back.' }),
    complaints: t.expose('complaints', {
      type: 'SafeInt',
      nullable: true,
      description: 'E-mails that were reported as spam.',
    }),
    revenue: t.expose('revenue', {
      type: [RevenueTotal],
      nullable: true,
      description: 'Sales credited to its e-mails, less refunds.',
    }),
  }),
});

const AutomationReport = builder.objectRef<Report>('AutomationReport').implement({
  description: 'What became of an automation so far.',
  fields: (t) => ({
    entered: t.expose('entered', { type: 'SafeInt', description: 'Runs that began.' }),
    active: t.expose('active', { type: 'SafeInt', description: 'Runs that are under way.' }),
    completed: t.expose('completed', { type: 'SafeInt', description: 'Runs that came to the end.' }),
    exited: t.expose('exited', { type: [ExitCount], description: 'Runs that were ended before, by reason.' }),
    failed: t.expose('failed', { type: 'SafeInt', description: 'Runs with a step that could not be done.' }),
    goals: t.expose('goals', { type: 'SafeInt', description: 'Runs that an exit with `goal` ended.' }),
    goalRate: t.exposeFloat('goalRate', {
      description: '`goals` of `entered` without restarted runs, between 0 and 1.',
    }),
    revenue: t.expose('revenue', { type: [RevenueTotal], description: 'Sales credited to its e-mails, less refunds.' }),
    steps: t.expose('steps', {
      type: [StepReport],
      description: 'Those of its version in their order, and then those of older versions of which something is known.',
    }),
  }),
});

builder.queryField('automationReport', (t) =>
  t.field({
    type: AutomationReport,
    nullable: true,
    description: 'What became of an automation so far: runs, steps, e-mails, revenue.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readAutomationReport(scope, id)),
  }),
);
