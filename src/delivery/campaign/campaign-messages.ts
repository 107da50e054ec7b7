import type { CampaignSource } from '../../domain/campaigns/campaign-content.ts';
import {
  type CampaignPiece,
  finishPiece,
  pieceOf,
  renderPieces,
} from '../../domain/campaigns/compose/campaign-piece.ts';
import { type CampaignRecipient, loadRecipients } from '../../domain/campaigns/compose/recipients.ts';
import type { Rendered } from '../../domain/content/rendering/job.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import { Withheld } from '../../domain/sending/compose/message-error.ts';
import type { BuilderLoader, MessageBuilder } from '../build/message-builder.ts';

/** How many messages one rendering job contains. */
const RENDERED_TOGETHER = 10;

type Piece = CampaignPiece & { claim: Claim };
type Batch = [Piece, ...Piece[]];

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
    else pieces.push(pieceOf(claim, campaign, recipient, links));
  }
  for (const batch of batchesOf(pieces)) {
    let rendering: Promise<(Rendered | Error)[]> | undefined;
    const render = () => {
      rendering ??= renderPieces(batch, links);
      return rendering;
    };
    for (const [index, piece] of batch.entries()) {
      builders.push([piece.claim, async () => finishPiece(piece, (await render())[index]!, context)]);
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
function batchesOf(pieces: readonly Piece[]): Batch[] {
  const bySource = new Map<CampaignSource, Piece[]>();
  for (const piece of pieces) {
    const same = bySource.get(piece.source);
    if (same) same.push(piece);
    else bySource.set(piece.source, [piece]);
  }
  return [...bySource.values()].flatMap((all) =>
    Array.from(
      { length: Math.ceil(all.length / RENDERED_TOGETHER) },
      (_, n) => all.slice(n * RENDERED_TOGETHER, (n + 1) * RENDERED_TOGETHER) as Batch, // never empty
    ),
  );
}
