import { runOnce, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { type CampaignMessage, readCampaignMessages } from '../insight/campaign-messages.ts';
import { beyondCursor, orderOfSlice } from '../keyset.ts';
import { countReactions } from '../ledger/count-reactions.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { readCampaign } from './campaigns.ts';
import { type RecipientRequest, recipientsWhere } from './recipient-filters.ts';

/** A page of the messages of a campaign, ordered by person key. Throws NotFoundError, ValidationError. */
export async function listRecipients(
  scope: Scope,
  campaignId: unknown,
  request: PageRequest & RecipientRequest,
): Promise<Page<CampaignMessage>> {
  const campaign = await readCampaign(scope, campaignId);
  await countReactions(scope);
  const { from, where, id, personKey } = recipientsWhere(scope, campaign.id, request);
  return readPage<CampaignMessage>(request, {
    id: 'personKey',
    find: async (_, slice) => {
      const columns = { id: personKey };
      const found = await runOnce<{ id: string }>(
        scope.db,
        sql`select ${id}::text as id from ${from} where ${where} and ${beyondCursor(slice, columns)}
            order by ${orderOfSlice(slice, columns)} limit ${slice.take} offset ${slice.skip}`,
      );
      const ids = found.map((row) => row.id);
      const messages = new Map((await readCampaignMessages(scope, ids)).map((message) => [message.id, message]));
      return ids.flatMap((id) => messages.get(id) ?? []);
    },
    count: async () => {
      const [row] = await runOnce<{ count: number }>(
        scope.db,
        sql`select count(*)::int as count from ${from} where ${where}`,
      );
      return row?.count ?? 0;
    },
  });
}
