import { byTeam, teamOf } from '../../database/by-team.ts';
import type { Database } from '../../database/connect.ts';
import type { PreparedCampaigns } from '../../domain/campaigns/compose/prepared-campaigns.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import type { BuiltMessage } from '../../domain/sending/compose/composed-message.ts';
import type { UnsubscribeContext } from '../../domain/sending/compose/list-unsubscribe.ts';
import type { MessageKind } from '../../generated/prisma/client.ts';
import { loadCampaignBuilders } from '../campaign/campaign-messages.ts';
import { loadConfirmationBuilders, loadDataRequestBuilders } from './list-mail-builders.ts';
import { loadMailBuilders } from './mail-builders.ts';

/**
 * Builds the message of one claim from its loaded data. Throws MessageError or RenderError when the message cannot be built, and
 * Withheld when it should not be sent.
 */
export type MessageBuilder = () => Promise<BuiltMessage>;

/** The services for building messages. */
export interface BuildContext extends UnsubscribeContext {
  db: Database;
  campaigns: PreparedCampaigns;
}

/** Loads all claims of one kind in a fixed number of statements. A claim with deleted rows gets no builder. */
export type BuilderLoader = (
  claims: readonly Claim[],
  context: BuildContext,
) => Promise<(readonly [Claim, MessageBuilder])[]>;

/** The loader of each kind of message. A kind without a loader does not compile. */
const LOADERS: Record<MessageKind, BuilderLoader> = {
  transactional: loadMailBuilders,
  confirmation: loadConfirmationBuilders,
  data_request: loadDataRequestBuilders,
  campaign: loadCampaignBuilders,
  automation: loadCampaignBuilders,
};

/** Loads the builders of claims, grouped by kind, and by team where tables are distributed. */
export async function loadBuilders(
  claims: readonly Claim[],
  context: BuildContext,
): Promise<Map<Claim, MessageBuilder>> {
  const loads = Object.entries(LOADERS).flatMap(([kind, load]) => {
    const those = claims.filter((claim) => claim.kind === kind);
    return byTeam(context.db, those, teamOf).map(({ items }) => load(items, context));
  });
  return new Map((await Promise.all(loads)).flat());
}
