import type { Links } from '../../crypto/links.ts';
import type { Database } from '../../database/connect.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import type { MessageKind } from '../../generated/prisma/client.ts';
import { loadCampaignBuilders } from '../campaign/campaign-messages.ts';
import type { PreparedCampaigns } from '../campaign/prepared-campaigns.ts';
import type { OutgoingMessage } from '../transports/transport.ts';
import { loadConfirmationBuilders } from './confirmation.ts';
import { loadMailBuilders } from './mail-data.ts';

/** A message and what its subject says. */
export interface BuiltMessage {
  message: OutgoingMessage;
  subject: string;
  /** Recipients to whom it does not go: they are suppressed. */
  leftOut?: readonly string[];
}

/**
 * Builds the message of one claim from what was loaded for it. Throws MessageError or RenderError when there can be none,
 * Withheld when there shall be none.
 */
export type MessageBuilder = () => Promise<BuiltMessage>;

/** What messages are built with. */
export interface BuildContext {
  db: Database;
  links: Links;
  campaigns: PreparedCampaigns;
}

/** Loads what claims of one kind need, in as many statements for one as for all. A claim whose rows are gone gets no builder. */
export type BuilderLoader = (
  claims: readonly Claim[],
  context: BuildContext,
) => Promise<(readonly [Claim, MessageBuilder])[]>;

/** Who builds the messages of each kind: a kind that nobody builds does not compile. */
const LOADERS: Record<MessageKind, BuilderLoader> = {
  transactional: loadMailBuilders,
  confirmation: loadConfirmationBuilders,
  campaign: loadCampaignBuilders,
};

/** Loads what claims need, each kind by itself. */
export async function loadBuilders(
  claims: readonly Claim[],
  context: BuildContext,
): Promise<Map<Claim, MessageBuilder>> {
  const kinds = Object.entries(LOADERS).map(([kind, load]) => {
    const those = claims.filter((claim) => claim.kind === kind);
    return those.length > 0 ? load(those, context) : [];
  });
  return new Map((await Promise.all(kinds)).flat());
}
