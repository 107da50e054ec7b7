import type { Links } from '../../crypto/links.ts';
import type { CampaignSource } from '../../domain/campaigns/campaign-content.ts';
import { eventValues } from '../../domain/campaigns/event-values.ts';
import { campaignMergeData, subscriberMergeData } from '../../domain/campaigns/merge-data.ts';
import type { Rendered } from '../../domain/content/rendering/job.ts';
import { renderMany } from '../../domain/content/rendering/render-many.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import { listUnsubscribe, type UnsubscribeContext } from '../build/list-unsubscribe.ts';
import type { BuilderLoader, BuiltMessage, MessageBuilder } from '../build/message-builder.ts';
import { Withheld } from '../build/message-error.ts';
import { assembleMessage } from './assemble-message.ts';
import type { PreparedCampaign } from './prepared-campaigns.ts';
import { type CampaignRecipient, loadRecipients } from './recipients.ts';

/** How many messages one rendering job contains. */
const RENDERED_TOGETHER = 10;

interface Piece {
  claim: Claim;
  campaign: PreparedCampaign;
  recipient: CampaignRecipient;
  source: CampaignSource;
  /** The unsubscribe link. */
  leave: string;
}

/** Loads all recipients in one statement, and campaigns from a cache. Messages are rendered in small batches. */
export const loadCampaignBuilders: BuilderLoader = async (claims, context) => {
  const { db, links, campaigns } = context;
  const recipients = await loadRecipients(db, claims);
  const pieces: Piece[] = [];
  const builders: (readonly [Claim, MessageBuilder])[] = [];
  for (const [index, claim] of claims.entries()) {
    const recipient = recipients.get(index);
    const campaign = await campaigns.get(claim, recipient?.state);
    if (!campaign) continue;
    const reason = reasonToWithhold(recipient);
    if (!recipient || reason) builders.push([claim, () => Promise.reject(reason)]);
    else {
      const leave = links.ofMessage('unsubscribe', { teamId: claim.teamId, id: recipient.id, messageId: claim.id });
      pieces.push({ claim, campaign, recipient, source: campaign.sourceFor(recipient.locale), leave });
    }
  }
  for (const batch of batchesOf(pieces)) {
    const names = linksNamedIn(batch[0]!.source);
    let rendering: Promise<(Rendered | Error)[]> | undefined;
    const render = () => {
      rendering ??= renderMany(
        batch[0]!.source,
        campaignMergeData(batch[0]!.campaign),
        batch.map((piece) => mergeDataOf(piece, links, names)),
        batch[0]!.claim.teamId,
      );
      return rendering;
    };
    for (const [index, piece] of batch.entries()) {
      builders.push([piece.claim, async () => finish(piece, (await render())[index]!, context)]);
    }
  }
  return builders;
};

function reasonToWithhold(recipient: CampaignRecipient | undefined): Withheld | undefined {
  if (!recipient) return new Withheld('left_list', 'The person is no longer on the list.');
  const { suppressed, status, paused, capsReached } = recipient;
  if (suppressed) return new Withheld('suppressed', 'The recipient is suppressed.');
  if (status !== 'subscribed') return new Withheld(status, `The person is ${status}.`);
  if (paused) return new Withheld('paused', 'The person paused all campaigns.');
  if (capsReached.includes('person'))
    return new Withheld('own_frequency', 'The person reached the frequency cap they chose.');
  return capsReached.includes('team')
    ? new Withheld('frequency', 'The person reached the frequency cap of the team.')
    : undefined;
}

/** Groups the messages by source, in batches of at most RENDERED_TOGETHER. */
function batchesOf(pieces: readonly Piece[]): Piece[][] {
  const bySource = new Map<CampaignSource, Piece[]>();
  for (const piece of pieces) {
    const same = bySource.get(piece.source);
    if (same) same.push(piece);
    else bySource.set(piece.source, [piece]);
  }
  return [...bySource.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / RENDERED_TOGETHER) }, (_, n) =>
      all.slice(n * RENDERED_TOGETHER, (n + 1) * RENDERED_TOGETHER),
    ),
  );
}

const LINKS = {
  unsubscribe_url: 'unsubscribe',
  preferences_url: 'preferences',
  confirmation_url: 'confirm',
  view_url: 'view',
} as const;

type LinkName = keyof typeof LINKS;

/** The links in the source. Signing takes time, so other links are not built. */
function linksNamedIn({ subject, preheader, html, text }: CampaignSource): LinkName[] {
  const whole = `${subject} ${preheader ?? ''} ${html} ${text ?? ''}`;
  return (Object.keys(LINKS) as LinkName[]).filter((name) => whole.includes(name));
}

function mergeDataOf({ claim, recipient, leave }: Piece, links: Links, names: readonly LinkName[]) {
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

async function finish(piece: Piece, rendered: Rendered | Error, context: UnsubscribeContext): Promise<BuiltMessage> {
  if (rendered instanceof Error) throw rendered;
  const { claim, campaign, recipient, leave } = piece;
  const { email: to, tracked } = recipient;
  const leaving = listUnsubscribe({ teamId: claim.teamId, id: recipient.id, messageId: claim.id }, context, leave);
  return assembleMessage(claim, campaign, rendered, { to, tracked, leaving }, context.links);
}
