import type { Database } from '../database/connect.ts';
import type { Claim } from '../domain/sending/claim.ts';
import type { MessageKind } from '../generated/prisma/client.ts';
import type { Links } from '../links.ts';
import { loadCampaignMessages } from './campaign/campaign-messages.ts';
import type { PreparedCampaigns } from './campaign/prepared-campaigns.ts';
import { loadConfirmations } from './confirmation.ts';
import { loadMails } from './mail-material.ts';
import type { OutgoingMessage } from './transports/transport.ts';

/** A message and what its subject says. */
export interface Made {
  message: OutgoingMessage;
  subject: string;
  /** Recipients to whom it does not go: they are suppressed. */
  leftOut?: readonly string[];
}

/**
 * Makes the message of one claim from what was loaded for it. Throws MessageError or RenderError when there can be none,
 * Withheld when there shall be none.
 */
export type Maker = () => Promise<Made>;

/** What messages are made with. */
export interface Workshop {
  db: Database;
  links: Links;
  campaigns: PreparedCampaigns;
}

/** Loads what claims of one kind need, in as many statements for one as for all. A claim whose rows are gone gets no maker. */
export type Loader = (claims: readonly Claim[], workshop: Workshop) => Promise<(readonly [Claim, Maker])[]>;

/** How the messages of each kind are made: a kind that nobody makes would not compile. */
const LOADERS: Record<MessageKind, Loader> = {
  transactional: loadMails,
  confirmation: loadConfirmations,
  campaign: loadCampaignMessages,
};

/** Loads what claims need, each kind by itself. */
export async function loadMakers(claims: readonly Claim[], workshop: Workshop): Promise<Map<Claim, Maker>> {
  const kinds = Object.entries(LOADERS).map(([kind, load]) => {
    const those = claims.filter((claim) => claim.kind === kind);
    return those.length > 0 ? load(those, workshop) : [];
  });
  return new Map((await Promise.all(kinds)).flat());
}
