import type { Scope } from '../../../scope.ts';
import { found, idOf } from '../../found.ts';
import type { Revenue } from '../../insight/revenue.ts';
import { type EmailFigures, NO_EMAILS, readEmailFigures } from './email-figures.ts';
import { addRevenue, fraction, type RunCount, readRunCounts, sumOf } from './run-counts.ts';
import { readShownSteps, type ShownStep } from './shown-steps.ts';

/** Results of an automation's runs and e-mails so far, read from counts alone (docs/adr/0060). */
export interface AutomationReport {
  entered: number;
  active: number;
  completed: number;
  exited: { reason: string; count: number }[];
  failed: number;
  goals: number;
  /** Goals divided by runs that entered and were not restarted, between 0 and 1; 0 if there are none. */
  goalRate: number;
  revenue: Revenue[];
  steps: StepReport[];
}

export interface StepReport extends ShownStep, Partial<EmailFigures> {
  entered: number;
  /** How many runs are at this step now. */
  waiting: number;
  done: number;
  skipped: number;
  failed: number;
}

/** Reads the report of an automation. Throws NotFoundError. */
export async function readAutomationReport(scope: Scope, id: unknown): Promise<AutomationReport> {
  const [report] = await readAutomationReports(scope, [idOf(id)]);
  return found(report ?? null);
}

/**
 * Reads the reports of automations in the order of the ids, in four statements for all of them, three of them in parallel,
 * or five with steps of older versions. Undefined for an automation that does not exist.
 */
export async function readAutomationReports(
  scope: Scope,
  ids: readonly string[],
): Promise<(AutomationReport | undefined)[]> {
  const [rows, counts, emails] = await Promise.all([
    scope.db.automation.findMany({
      where: { teamId: scope.team.id, id: { in: [...ids] }, deletedAt: null },
      select: { id: true, version: true },
    }),
    readRunCounts(scope, ids),
    readEmailFigures(scope, ids),
  ]);
  const automations = rows.map(({ id, version }) => {
    const named = (counts.get(id) ?? []).flatMap(({ step }) => step || []);
    return { id, version, named: new Set([...named, ...(emails.get(id)?.keys() ?? [])]) };
  });
  const steps = await readShownSteps(scope, automations);
  const reports = automations.map(
    ({ id }, index) => [id, toReport(steps[index]!, counts.get(id) ?? [], emails.get(id) ?? new Map())] as const,
  );
  const byId = new Map(reports);
  return ids.map((id) => byId.get(id));
}

function toReport(
  steps: readonly ShownStep[],
  counts: readonly RunCount[],
  emails: ReadonlyMap<string, EmailFigures>,
): AutomationReport {
  const all = (what: string) => sumOf(counts, '', what);
  const exited = counts
    .filter(({ step, what, count }) => step === '' && what === 'exited' && count > 0)
    .map(({ detail, count }) => ({ reason: detail, count }));
  // A replaced run had no chance of its own.
  const restarted = exited.find(({ reason }) => reason === 'restarted')?.count ?? 0;
  const ended = all('completed') + all('failed') + exited.reduce((sum, { count }) => sum + count, 0);
  return {
    entered: all('entered'),
    active: Math.max(0, all('entered') - ended),
    completed: all('completed'),
    exited,
    failed: all('failed'),
    goals: all('goals'),
    goalRate: fraction(all('goals'), all('entered') - restarted),
    revenue: addRevenue([...emails.values()].flatMap(({ revenue }) => revenue)),
    steps: steps.map((shown) => {
      const of = (what: string) => sumOf(counts, shown.step, what);
      const [entered, done, skipped, failed] = [of('entered'), of('done'), of('skipped'), of('failed')];
      const waiting = Math.max(0, entered - done - skipped - failed - of('left'));
      const figures = emails.get(shown.step) ?? (shown.type === 'send' ? NO_EMAILS : undefined);
      return { ...shown, entered, waiting, done, skipped, failed, ...figures };
    }),
  };
}
