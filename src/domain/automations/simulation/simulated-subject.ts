import type { Links } from '../../../crypto/links.ts';
import { run as query, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { type CampaignContent, sourceFor } from '../../campaigns/campaign-content.ts';
import { eventValues } from '../../campaigns/event-values.ts';
import { subscriberMergeData } from '../../campaigns/merge-data.ts';
import { sharedMergeData } from '../../campaigns/render-for.ts';
import { readOnList } from '../../campaigns/shown-person.ts';
import { RenderError, renderTemplate } from '../../content/rendering/pool.ts';
import type { RunAtStep, StepContext } from '../steps/step-kind.ts';

/** The subject that the person would read, or why the e-mail would not be sent. */
export type Subject = { subject: string; reason?: never } | { reason: string; subject?: never };

/** For the e-mail that a step has just written for a run, in the same transaction. */
export async function subjectOf(context: StepContext, run: RunAtStep, step: string, links: Links): Promise<Subject> {
  return (await transactionalSubject(context.scope, run, step)) ?? ownSubject(context, run, step, links);
}

async function transactionalSubject(
  { db, team }: Scope,
  { id }: RunAtStep,
  step: string,
): Promise<Subject | undefined> {
  const mail = await db.transactionalMail.findFirst({
    where: { teamId: team.id, runId: id, automationStep: step },
    select: { subject: true },
  });
  return mail ?? undefined;
}

async function ownSubject(context: StepContext, run: RunAtStep, step: string, links: Links): Promise<Subject> {
  const {
    scope,
    automation: { id, name },
  } = context;
  const email = await readEmail(context, run, step);
  const recipient = email && (await readOnList(scope, email.listId, run.person));
  if (!recipient) return { reason: 'not_subscribed' };
  const mergeData = {
    ...(await sharedMergeData(scope, { ...email, name, automation: { id, name } }, links.picturesUrl)),
    ...subscriberMergeData(recipient),
    event: eventValues(run.event),
    ...links.inert('preview'),
  };
  const source = sourceFor(email.content, recipient.locale);
  try {
    const { subject } = await renderTemplate({ ...source, mergeData, owner: scope.team.id });
    return { subject };
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return { reason: `The e-mail cannot be rendered. ${error.message}` };
  }
}

interface Email {
  id: string;
  listId: string;
  content: CampaignContent;
}

/** The e-mail whose message a run and step wrote. */
async function readEmail(
  { scope: { db, team }, automation }: StepContext,
  run: RunAtStep,
  step: string,
): Promise<Email | undefined> {
  const [found] = await query<Email>(
    db,
    sql`select g.id::text, g.list_id::text as "listId", g.content from mailings g
        join messages m on m.team_id = g.team_id and m.campaign_id = g.id and m.person_key = ${run.person}::uuid
          and m.run_id = ${run.id}::uuid
        where g.team_id = ${team.id}::int and g.automation_id = ${automation.id}::uuid
          and g.automation_step = ${step}::text and g.automation_version = ${automation.version}::int`,
  );
  return found;
}
