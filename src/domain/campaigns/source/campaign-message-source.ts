import type { Scope } from '../../../scope.ts';
import { finishPiece, pieceOf, renderPieces } from '../compose/campaign-piece.ts';
import { PreparedCampaigns } from '../compose/prepared-campaigns.ts';
import { loadRecipients } from '../compose/recipients.ts';
import { harmless, type MessageSource, readSentMessage, type SourceServices, sourceOf } from './message-source.ts';

/**
 * The source of a campaign message or an automation e-mail, composed again. Null unless it was sent, and once its person left the
 * list or its content is gone.
 */
export async function readCampaignMessageSource(
  scope: Scope,
  id: string,
  services: SourceServices,
): Promise<MessageSource | null> {
  const message = await readSentMessage(scope, id);
  const recipient = message && (await loadRecipients(scope.db, [message])).get(0);
  if (!message || !recipient) return null;
  const campaigns = new PreparedCampaigns(scope.db, services.links.picturesUrl);
  const campaign = await campaigns.get(message, recipient.state);
  if (!campaign) return null;
  const context = { ...harmless(services), date: message.sentAt };
  const piece = pieceOf(message, campaign, recipient, context.links);
  const hasChanged = recipient.state !== null && new Date(recipient.state) > message.sentAt;
  const compose = async () => finishPiece(piece, (await renderPieces([piece], context.links))[0]!, context);
  return sourceOf(scope, compose, [hasChanged && 'content']);
}
