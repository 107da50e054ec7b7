import { run, type Sql, sql } from '../../database/connect.ts';
import type { Sale } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { addCounts, countForCampaigns, randomShard } from '../ledger/count-for-campaigns.ts';
import { countedForSteps, countForSteps, type StepFigure } from '../ledger/count-for-steps.ts';

type Credited = Pick<Sale, 'sender' | 'senderId' | 'emailId' | 'variant' | 'currency' | 'value'>;

/**
 * Adds a sale to the revenue of the campaign, e-mail or automation step that is credited, in the caller's transaction. A
 * refund is negative.
 */
export async function countSale(
  scope: Scope,
  { sender, senderId, emailId, variant, currency, value }: Credited,
  { orders }: { orders: number },
): Promise<void> {
  const counted = emailId ?? (sender === 'campaign' ? senderId : null);
  if (counted === null) return;
  const { db, team } = scope;
  // It may be deleted; then no report needs the count.
  const [campaign] = await run<{ id: string }>(
    db,
    sql`select id::text from campaigns where team_id = ${team.id}::int and id = ${counted}::uuid for key share`,
  );
  if (!campaign) {
    await countForSteps({ db, team }, ofMail(counted, currency, orders, Number(value)));
    return;
  }
  const one = { teamId: team.id, campaign: counted, variant: variant ?? 0, detail: currency, holder: randomShard() };
  await countForCampaigns(db, [
    ...(orders === 0 ? [] : [{ ...one, what: 'orders', count: orders }]),
    { ...one, what: 'revenue', count: Number(value) },
  ]);
  await announceCredited(scope, [counted]);
}

/** Notifies followers of one or more campaigns that the revenue has changed. */
export const announceCredited = (scope: Scope, campaigns: readonly string[]): Promise<void> =>
  scope.publish(...campaigns.map((id) => ({ topic: 'campaign.progressed' as const, teamId: scope.team.id, id })));

/** For the automation step that wrote the mail with this id, if any. */
const ofMail = (mail: string, detail: string, orders: number, revenue: number): StepFigure[] => [
  ...(orders === 0 ? [] : [{ mail, what: 'orders', detail, count: orders }]),
  { mail, what: 'revenue', detail, count: revenue },
];

/** Further parts of a statement that does the same for its `sold` rows; the campaigns are `credited_campaigns`. */
export const countedSales = (teamId: number): Sql => sql`, credited_campaigns as materialized (
    select id from campaigns where team_id = ${teamId}::int and id = any(array(select counted_for from sold)) order by id for key share
  ), counted_sales as (${addCounts(
    sql`${teamId}::int`,
    sql`
    select s.counted_for as campaign_id, figure.what, s.currency::text as detail, coalesce(s.variant, 0) as variant,
           ${randomShard()}::int as holder, figure.count
    from sold s cross join lateral (values ('orders', 1::bigint), ('revenue', s.value)) figure(what, count)
    where s.counted_for in (select id from credited_campaigns)`,
  )}
  ), of_steps as materialized (
    select m.automation_id, m.automation_step, figure.what, s.currency::text as detail, figure.count
    from sold s join transactional_mails m on m.team_id = ${teamId}::int and m.id = s.counted_for
    cross join lateral (values ('orders', 1::bigint), ('revenue', s.value)) figure(what, count)
    where m.automation_id is not null
  )${countedForSteps(sql`${teamId}::int`)}`;
