import type { Links } from '../../crypto/links.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import type { Message, Prisma } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { readSubscriberOf } from '../audience/subscribers.ts';
import { readTagNames } from '../audience/tags.ts';
import { RenderError, renderTemplate } from '../content/rendering/pool.ts';
import { found } from '../found.ts';
import { renderMailForBrowser } from '../sending/rendered-mail.ts';
import { readTransactionalMail } from '../sending/transactional-mails.ts';
import { type CampaignContent, contentOf, sourceFor } from './campaign-content.ts';
import { eventValues, readEventOfRun } from './event-values.ts';
import { type SenderData, subscriberMergeData } from './merge-data.ts';
import { sharedMergeData } from './render-for.ts';
import { renderTest } from './test-campaign.ts';
import { withUtm } from './utm-links.ts';

/** Returns the HTML of any message for its "view in browser" link. Throws NotFoundError, including if it cannot be rendered. */
export async function renderForBrowser(scope: Scope, id: string, links: Links): Promise<string> {
  const message = found(await scope.db.message.findUnique({ where: { teamId_id: { teamId: scope.team.id, id } } }));
  return message.campaignId ? renderCampaignMessage(scope, message, links) : viewMail(scope, message.mailId, links);
}

async function viewMail(scope: Scope, mailId: string | null, links: Links): Promise<string> {
  const mail = await readTransactionalMail(scope, found(mailId));
  try {
    const rendering = mail.campaignId
      ? renderTest(scope, mail, links, 'test')
      : renderMailForBrowser(scope, mail, links);
    return (await rendering).html;
  } catch (error) {
    throw error instanceof ValidationError ? new NotFoundError() : error;
  }
}

/** The content of a message, and what it is part of. */
interface Sent extends Omit<SenderData, 'listName' | 'team'> {
  content: CampaignContent | undefined;
  utm: Prisma.JsonValue;
}

/** Renders the content as sent, with the subscriber's current data. Throws NotFoundError. */
async function renderCampaignMessage(scope: Scope, message: Message, links: Links): Promise<string> {
  const teamId = scope.team.id;
  const { content, utm, ...sender } = await (message.kind === 'automation' ? readEmail : readCampaign)(scope, message);
  const subscriber = await readSubscriberOf(scope, sender.listId, message.personKey!);
  const tags = [...(await readTagNames(scope, subscriber.tagIds)).values()].sort();
  const source = sourceFor(found(content), subscriber.locale);
  try {
    const attributes = subscriber.attributes as Record<string, unknown>;
    const values = {
      ...(await sharedMergeData(scope, sender, links.picturesUrl)),
      ...subscriberMergeData({ ...subscriber, attributes, tags }),
      ...(message.runId && { event: eventValues(await readEventOfRun(scope, message.runId)) }),
      ...links.variables({ teamId, id: subscriber.id, messageId: message.id }),
      view_url: links.url('view', { teamId, id: message.id }),
    };
    return withUtm(await renderTemplate({ ...source, mergeData: values }), utm, links).html;
  } catch (error) {
    throw error instanceof RenderError ? new NotFoundError() : error;
  }
}

async function readCampaign({ db, team }: Scope, { campaignId, variant }: Message): Promise<Sent> {
  const where = { teamId_id: { teamId: team.id, id: campaignId! } };
  const campaign = found(await db.campaign.findUnique({ where }));
  return { ...campaign, content: contentOf(campaign, variant) };
}

async function readEmail({ db, team }: Scope, { campaignId }: Message): Promise<Sent> {
  const where = { teamId_id: { teamId: team.id, id: campaignId! } };
  const include = { automation: { select: { id: true, name: true } } };
  const { id, listId, content, automation } = found(await db.mailing.findUnique({ where, include }));
  const { name } = found(automation);
  return { id, listId, name, automation, utm: null, content: content as unknown as CampaignContent };
}
