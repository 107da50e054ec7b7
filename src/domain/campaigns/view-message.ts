import type { Links } from '../../crypto/links.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import type { Message } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { readSubscriberOf } from '../audience/subscribers.ts';
import { readTagNames } from '../audience/tags.ts';
import { teamValues } from '../content/brand/team-values.ts';
import { RenderError, renderTemplate } from '../content/rendering/pool.ts';
import { found } from '../found.ts';
import { renderMailForBrowser } from '../sending/rendered-mail.ts';
import { readTransactionalMail } from '../sending/transactional-mails.ts';
import { contentOf, sourceFor } from './campaign-content.ts';
import { eventValues, readEventOfRun } from './event-values.ts';
import { campaignMergeData, subscriberMergeData } from './merge-data.ts';
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

/** Renders the campaign's content as sent, with the subscriber's current data. Throws NotFoundError. */
async function renderCampaignMessage(scope: Scope, message: Message, links: Links): Promise<string> {
  const teamId = scope.team.id;
  const { campaignId: id, personKey } = message;
  const campaign = found(
    await scope.db.campaign.findFirst({
      where: { teamId, id: id! },
      include: { list: true, team: true, automation: true },
    }),
  );
  const subscriber = await readSubscriberOf(scope, campaign.listId, personKey!);
  const { list, team, automation } = campaign;
  const tags = [...(await readTagNames(scope, subscriber.tagIds)).values()].sort();
  const source = sourceFor(found(contentOf(campaign, message.variant)), subscriber.locale);
  const own = automation && { id: automation.id, name: automation.name };
  const sender = { ...campaign, automation: own, listName: list.name, team: teamValues(team, links.picturesUrl) };
  try {
    const attributes = subscriber.attributes as Record<string, unknown>;
    const values = {
      ...campaignMergeData(sender),
      ...subscriberMergeData({ ...subscriber, attributes, tags }),
      ...(message.runId && { event: eventValues(await readEventOfRun(scope, message.runId)) }),
      ...links.variables({ teamId, id: subscriber.id, messageId: message.id }),
      view_url: links.url('view', { teamId, id: message.id }),
    };
    return withUtm(await renderTemplate({ ...source, mergeData: values }), campaign.utm, links).html;
  } catch (error) {
    throw error instanceof RenderError ? new NotFoundError() : error;
  }
}
