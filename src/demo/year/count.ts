import { run, sql } from '../../database/connect.ts';
import { recountAutomation } from '../../domain/automations/report/recount.ts';
import { recountCampaign } from '../../domain/campaigns/recount.ts';
import type { Scope } from '../../scope.ts';
import type { PastAutomation } from './automations.ts';

/** Counts the past: the reports, the usage and the delivery results by domain. `domain`: the sender's. */
export async function count(
  scope: Scope,
  {
    campaigns,
    automations,
    domain,
  }: { campaigns: readonly string[]; automations: readonly PastAutomation[]; domain: string },
): Promise<void> {
  await countReports(scope, { campaigns, automations });
  const mailings = [...campaigns, ...automations.flatMap(({ mailings }) => mailings.map(({ id }) => id))];
  await countUsage(scope, mailings);
  await countDomains(scope, mailings, domain);
}

/** Counts the reports only. */
export async function countReports(
  scope: Scope,
  { campaigns, automations }: { campaigns: readonly string[]; automations: readonly PastAutomation[] },
): Promise<void> {
  for (const id of campaigns) await recountCampaign(scope, id);
  for (const { id } of automations) await recountAutomation(scope, id);
}

const countUsage = ({ db, team }: Scope, mailings: readonly string[]) =>
  run(
    db,
    sql`insert into message_counts as known (team_id, quarter, kind, holder, sent)
        select team_id, date_bin('15 minutes', sent_at, 'epoch'), case when kind = 'transactional' then 'transactional' else 'campaign' end,
          0, count(*)::int
        from messages where team_id = ${team.id}::int and state::text = 'sent'
          and (campaign_id = any(${mailings}::uuid[]) or kind = 'transactional')
        group by 1, 2, 3 on conflict (team_id, quarter, kind, holder) do update set sent = known.sent + excluded.sent`,
  );

const countDomains = ({ db, team }: Scope, mailings: readonly string[], domain: string) =>
  run(
    db,
    sql`insert into delivery_counts as known (team_id, day, sending_domain, recipient_domain, outcome, cause, holder, count)
        select m.team_id, (o.at at time zone 'UTC')::date, ${domain}::text, split_part(p.email, '@', 2), o.outcome, '', 0, count(*)
        from messages m join people p on p.team_id = m.team_id and p.key = m.person_key
        cross join lateral (
          select m.state::text as outcome, m.due_at as at
          union all
          select f.kind::text, f.at from feedback f where f.team_id = m.team_id and f.message_id = m.id) o
        where m.team_id = ${team.id}::int and m.campaign_id = any(${mailings}::uuid[]) and p.email is not null
        group by 1, 2, 4, 5
        on conflict (team_id, day, sending_domain, recipient_domain, outcome, cause, holder)
          do update set count = known.count + excluded.count`,
  );
