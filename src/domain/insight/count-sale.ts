import { run, sql } from '../../database/connect.ts';
import type { Sale } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { countForCampaigns, randomShard } from '../ledger/count-for-campaigns.ts';
import { countForSteps } from '../ledger/count-for-steps.ts';

type Credited = Pick<Sale, 'sender' | 'senderId' | 'emailId' | 'variant' | 'currency'>;

/**
 * Adds to the revenue of the campaign, e-mail or automation step that a sale is credited to, in the caller's transaction. A refund
 * is negative. New sales are counted by `record_sales`.
 */
export async function changeRevenue(
  scope: Scope,
  { sender, senderId, emailId, variant, currency }: Credited,
  change: bigint,
): Promise<void> {
  const counted = emailId ?? (sender === 'campaign' ? senderId : null);
  if (counted === null) return;
  const { db, team } = scope;
  const figure = { what: 'revenue', detail: currency, count: Number(change) };
  // It may be deleted; then no report needs the count.
  const [mailing] = await run<{ id: string }>(
    db,
    sql`select id::text from mailings where team_id = ${team.id}::int and id = ${counted}::uuid for key share`,
  );
  if (!mailing) {
    await countForSteps({ db, team }, [{ mail: counted, ...figure }]);
    return;
  }
  await countForCampaigns(db, [
    { teamId: team.id, campaign: counted, variant: variant ?? 0, holder: randomShard(), ...figure },
  ]);
  await announceCredited(scope, [counted]);
}

/** Notifies followers of one or more campaigns that the revenue has changed. */
export const announceCredited = (scope: Scope, campaigns: readonly string[]): Promise<void> =>
  scope.publish(...campaigns.map((id) => ({ topic: 'campaign.progressed' as const, teamId: scope.team.id, id })));
