import { run, sql } from '../../../database/connect.ts';
import { recordset } from '../../../database/recordset.ts';
import type { Prisma, Template } from '../../../generated/prisma/client.ts';
import { eventValues } from '../../campaigns/event-values.ts';
import { sourceOf } from '../../content/rendering/template-source.ts';
import { logMails, type NewMail, OF_NO_CAMPAIGN } from '../../sending/log-mails.ts';
import { renderSubjects } from '../../sending/mail-subject.ts';
import { warningsOfSet } from '../../sending/missing-in-mail.ts';
import type { StepOf } from '../definition/definition.ts';
import { DONE, outcomesOf } from '../steps/outcomes.ts';
import type { RunAtStep, StepContext, StepOutcome } from '../steps/step-kind.ts';

/** The recipient and the sender of a run's e-mail. */
interface Addressed {
  run: string;
  /** Null: the person was erased. */
  email: string | null;
  suppressed: boolean;
  locale: string | null;
  /** The sender of the list, or of the team. Null: neither has one. */
  fromEmail: string | null;
  fromName: string | null;
  transportId: string | null;
  teamName: string;
}

/**
 * Writes the transactional e-mails of a step with their messages, one for each run even when repeated. Everyone with an
 * address that is not suppressed gets one, subscribed or not. The caller's transaction called withoutErasing before it
 * locked anything.
 */
export async function writeMails(
  context: StepContext,
  step: StepOf<'send'>,
  template: Template,
  runs: readonly RunAtStep[],
): Promise<ReadonlyMap<string, StepOutcome>> {
  const { scope, automation } = context;
  const addressed = new Map((await readAddressed(context, runs)).map((one) => [one.run, one]));
  const outcomes = outcomesOf(runs, ({ id }) => outcomeFor(addressed.get(id), step));
  const mails = runs.flatMap((run): NewMail[] => {
    const one = addressed.get(run.id);
    if (!one || outcomes.get(run.id) !== DONE) return [];
    const variables = { automation: { id: automation.id, name: automation.name }, event: eventValues(run.event) };
    return [
      {
        ...mailOf(step, template, one),
        automationId: automation.id,
        runId: run.id,
        variables: variables as Prisma.JsonObject,
      },
    ];
  });
  const [first] = addressed.values();
  const subjects = first ? await renderSubjects(scope, first.teamName, mails, automation.listId) : [];
  const warnings = await warningsOfSet(scope, mails, template, automation.listId);
  await logMails(
    scope,
    mails.map((mail, index) => ({
      ...mail,
      subject: subjects[index] as string,
      warnings: warnings[index] as string[],
    })),
  );
  return outcomes;
}

function outcomeFor(one: Addressed | undefined, { from_email }: StepOf<'send'>): StepOutcome {
  if (!one || one.email === null) return { outcome: 'exit', exitReason: 'erased' };
  if (one.suppressed) return { outcome: 'exit', exitReason: 'suppressed' };
  if ((from_email ?? one.fromEmail) !== null) return DONE;
  return { outcome: 'cannot', reason: 'There is no sender. Set one in the step, the list or the team settings.' };
}

const mailOf = (step: StepOf<'send'>, template: Template, one: Addressed): Omit<NewMail, 'automationId' | 'runId'> => ({
  template: template.name,
  templateId: template.id,
  automationStep: step.id,
  subject: step.subject ?? sourceOf({ ...template, html: '' }, one.locale).subject,
  subjectSource: step.subject ?? null,
  htmlSource: null,
  textSource: null,
  fromEmail: (step.from_email ?? one.fromEmail) as string,
  fromName: step.from_name ?? (step.from_email === undefined ? one.fromName : null),
  to: [one.email as string],
  cc: [],
  bcc: [],
  replyTo: null,
  names: {},
  headers: {},
  variables: {},
  attachments: [],
  locale: one.locale,
  tracking: step.tracking ?? true,
  transportId: one.transportId,
  sendAt: null,
  strict: step.strict ?? null,
  warnings: [],
  secretVariables: [],
  ...OF_NO_CAMPAIGN,
});

/** One statement. Locks the people in key order. */
async function readAddressed(context: StepContext, runs: readonly RunAtStep[]): Promise<Addressed[]> {
  const { scope, automation } = context;
  const team = scope.team.id;
  const subscriptions = await context.subscriptionsOf(runs);
  const rows = runs.map(({ id, person }) => {
    const subscription = subscriptions.get(id);
    return { run: id, person, subscriber: subscription?.id ?? null, list: subscription?.listId ?? automation.listId };
  });
  const columns = { run: 'uuid', person: 'uuid', subscriber: 'uuid', list: 'uuid' } as const;
  const persons = [...new Set(runs.map(({ person }) => person))];
  return run<Addressed>(
    scope.db,
    sql`with held as materialized (
          select key, email from people where team_id = ${team}::int and key = any(${persons}::uuid[]) order by key for key share
        )
        select given.run::text as run, held.email, s.locale, coalesce(l.from_email, t.from_email) as "fromEmail",
          case when l.from_email is null then t.from_name else l.from_name end as "fromName",
          l.transport_id::text as "transportId", t.name as "teamName",
          exists (select from suppressions x where x.team_id = ${team}::int
            and x.target in (held.email, split_part(held.email, '@', 2), held.key::text)) as suppressed
        from ${recordset('given', rows, columns)}
        join held on held.key = given.person join teams t on t.id = ${team}::int
        left join subscribers s on s.team_id = ${team}::int and s.id = given.subscriber
        left join lists l on l.team_id = ${team}::int and l.id = given.list`,
  );
}
