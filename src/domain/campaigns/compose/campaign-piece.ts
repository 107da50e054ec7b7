import type { Links } from '../../../crypto/links.ts';
import type { Rendered } from '../../content/rendering/job.ts';
import { renderMany } from '../../content/rendering/render-many.ts';
import type { ClaimedMessage } from '../../ledger/claim.ts';
import type { BuiltMessage } from '../../sending/compose/composed-message.ts';
import { listUnsubscribe, type UnsubscribeContext } from '../../sending/compose/list-unsubscribe.ts';
import type { CampaignSource } from '../campaign-content.ts';
import { eventValues } from '../event-values.ts';
import { campaignMergeData, subscriberMergeData } from '../merge-data.ts';
import { assembleMessage } from './assemble-message.ts';
import type { PreparedCampaign } from './prepared-campaigns.ts';
import type { CampaignRecipient } from './recipients.ts';

/** A campaign message or an automation e-mail whose data is loaded. */
export interface CampaignPiece {
  claim: ClaimedMessage;
  campaign: PreparedCampaign;
  recipient: CampaignRecipient;
  source: CampaignSource;
  /** The unsubscribe link. */
  leave: string;
}

/** The piece of a message to a recipient. */
export function pieceOf<Claim extends ClaimedMessage>(
  claim: Claim,
  campaign: PreparedCampaign,
  recipient: CampaignRecipient,
  links: Links,
): CampaignPiece & { claim: Claim } {
  const leave = links.ofMessage('unsubscribe', { teamId: claim.teamId, id: recipient.id, messageId: claim.id });
  return { claim, campaign, recipient, source: campaign.sourceFor(recipient.locale), leave };
}

const LINKS = {
  unsubscribe_url: 'unsubscribe',
  preferences_url: 'preferences',
  confirmation_url: 'confirm',
  view_url: 'view',
} as const;

type LinkName = keyof typeof LINKS;

/** Renders pieces that share a source, in one job. */
export function renderPieces(pieces: readonly [CampaignPiece, ...CampaignPiece[]], links: Links) {
  const [{ source, campaign, claim }] = pieces;
  const names = linksNamedIn(source);
  const values = pieces.map((piece) => mergeDataOf(piece, links, names));
  return renderMany(source, campaignMergeData(campaign), values, claim.teamId);
}

/** The links in the source. Signing takes time, so other links are not built. */
function linksNamedIn({ subject, preheader, html, text }: CampaignSource): LinkName[] {
  const whole = `${subject} ${preheader ?? ''} ${html} ${text ?? ''}`;
  return (Object.keys(LINKS) as LinkName[]).filter((name) => whole.includes(name));
}

function mergeDataOf({ claim, recipient, leave }: CampaignPiece, links: Links, names: readonly LinkName[]) {
  const { id: messageId, teamId } = claim;
  const subscriber = { teamId, id: recipient.id };
  const urls = names.map((name): [string, string] => {
    if (name === 'unsubscribe_url') return [name, leave];
    if (name === 'view_url') return [name, links.url('view', { teamId, id: messageId })];
    if (name === 'confirmation_url') return [name, links.url('confirm', subscriber)];
    return [name, links.ofMessage(LINKS[name], { ...subscriber, messageId })];
  });
  const event = claim.runId !== null && { event: eventValues(recipient.event) };
  return { ...subscriberMergeData(recipient), ...event, ...Object.fromEntries(urls) };
}

/** Makes the message of a rendered piece. `date`: of its Date header. Throws the error of the rendering, and MessageError. */
export async function finishPiece(
  { claim, campaign, recipient, leave }: CampaignPiece,
  rendered: Rendered | Error,
  { date, ...context }: UnsubscribeContext & { date?: Date },
): Promise<BuiltMessage> {
  if (rendered instanceof Error) throw rendered;
  const { email: to, tracked } = recipient;
  const leaving = listUnsubscribe({ teamId: claim.teamId, id: recipient.id, messageId: claim.id }, context, leave);
  return assembleMessage(claim, campaign, rendered, { to, tracked, leaving, ...(date && { date }) }, context.links);
}
