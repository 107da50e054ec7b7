import type { Links } from '../../../crypto/links.ts';
import { run as query, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { type CampaignContent, sourceFor } from '../../campaigns/campaign-content.ts';
import type { Campaign } from '../../campaigns/campaigns.ts';
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
  return (await transactionalSubject(context.scope, run, step)) ?? campaignSubject(context, run, step, links);
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

async function campaignSubject(context: StepContext, run: RunAtStep, step: string, links: Links): Promise<Subject> {
  const { scope } = context;
  const campaign = await readEmail(context, run, step);
  const recipient = campaign && (await readOnList(scope, campaign.listId, run.person));
  if (!recipient) return { reason: 'not_subscribed' };
  const mergeData = {
    ...(await sharedMergeData(scope, campaign, links.picturesUrl)),
    ...subscriberMergeData(recipient),
    event: eventValues(run.event),
    ...links.inert('preview'),
  };
  const source = sourceFor(campaign.content as unknown as CampaignContent, recipient.locale);
  try {
    const { subject } = await renderTemplate({ ...source, mergeData, owner: scope.team.id });
    return { subject };
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return { reason: `The e-mail cannot be rendered. ${error.message}` };
  }
}

/** The row that carries the message of a run and step. */
async function readEmail(
  { scope: { db, team }, automation }: StepContext,
  run: RunAtStep,
  step: string,
): Promise<Campaign | null> {
  const [found] = await query<{ id: string }>(
    db,
    sql`select c.id::text from campaigns c
        join messages m on m.team_id = c.team_id and m.campaign_id = c.id and m.person_key = ${run.person}::uuid
          and m.run_id = ${run.id}::uuid
        where c.team_id = ${team.id}::int and c.automation_id = ${automation.id}::uuid
          and c.automation_step = ${step}::text and c.automation_version = ${automation.version}::int`,
  );
  if (!found) return null;
  const where = { teamId_id: { teamId: team.id, id: found.id } };
  return db.campaign.findUnique({
    where,
    include: { automation: { select: { id: true, name: true } } },
  }) as unknown as Promise<Campaign>;
}
