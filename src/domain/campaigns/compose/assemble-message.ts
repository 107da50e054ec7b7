import type { Links } from '../../../crypto/links.ts';
import { writeAddress } from '../../../validation/written-address.ts';
import type { Rendered } from '../../content/rendering/job.ts';
import { rewriteLinksInText } from '../../content/rewrite-links-in-text.ts';
import type { ClaimedMessage } from '../../ledger/claim.ts';
import { addTracking, countingLinks } from '../../sending/compose/add-tracking.ts';
import type { BuiltMessage } from '../../sending/compose/composed-message.ts';
import { butOurs } from '../utm-links.ts';
import type { PreparedCampaign } from './prepared-campaigns.ts';

/** The recipient of a campaign message. */
interface To {
  to: string;
  /** Whether the person's opens and clicks are counted. */
  tracked: boolean;
  /** The value of List-Unsubscribe, folded. */
  leaving: string;
  /** Of the Date header. */
  date?: Date;
}

/** Makes the message of a claim from its rendered content: links that count and name their campaign, headers, MIME. */
export async function assembleMessage(
  claim: Pick<ClaimedMessage, 'teamId' | 'id' | 'createdAt'>,
  campaign: PreparedCampaign,
  rendered: Rendered,
  { to, tracked, leaving, date = new Date() }: To,
  links: Links,
): Promise<BuiltMessage> {
  const { opens, clicks } = campaign.counted;
  const own = { teamId: claim.teamId, id: claim.id };
  const utm = butOurs(campaign.addUtm, links);
  const exempt = new Set<string>();
  const html = addTracking(rendered.html, {
    ...(clicks && tracked && countingLinks(links, own)),
    ...(opens && tracked && { pixel: links.url('open', own) }),
    utm,
    exempt,
  });
  const template = await campaign.mimeTemplate();
  const { sender, domain } = campaign;
  const raw = template.fill({
    messageId: `${claim.id}@${domain}`,
    to: writeAddress(to),
    subject: rendered.subject,
    listUnsubscribe: leaving,
    date,
    text: utm ? rewriteLinksInText(rendered.text, utm, exempt) : rendered.text,
    html,
  });
  const envelope = { from: sender, to: [to] };
  return { message: { id: claim.id, createdAt: claim.createdAt, sender, envelope, raw }, subject: rendered.subject };
}
