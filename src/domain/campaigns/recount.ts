import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { createScope, LONG_MS, type Scope, transaction, WORKER } from '../../scope.ts';
import { factsOf, figureOf, isByClick, linkOf, MAX_LINKS, NO_LINK } from '../ledger/figures.ts';
import { correctCounts } from './correct-counts.ts';
import { announceCampaign } from './live-campaigns.ts';
import { lockSales, OF_SALES, recountSales, salesOf } from './recount-sales.ts';

interface State {
  /** Whether some of its messages were removed after retention. */
  removed: boolean;
  /** Whether its messages were ever in the ledger. Otherwise it has no figures. */
  mailed: boolean;
}

/**
 * Recounts the report of a campaign or an automation e-mail from the rows and corrects it by the difference. Both are read
 * in one snapshot, and concurrent counters only add, so it is safe while it is sent and read. Figures whose rows were removed
 * after retention stay. `sales`: whether to recount sales; for many campaigns, `recountSales` does that at once. Returns the
 * number of wrong figures.
 */
export const recountCampaign = (scope: Scope, id: string, { sales } = { sales: true }): Promise<number> =>
  transaction(
    scope,
    async (scope) => {
      const name = `recount ${id}`;
      await run(scope.db, sql`select pg_advisory_xact_lock(hashtextextended(${name}::text, 0))::text`);
      const [state] = await run<State>(
        scope.db,
        sql`select bool_or(removed) as removed, bool_or(mailed) as mailed from (
              select messages_removed_at is not null as removed, false as mailed from campaigns
              where team_id = ${scope.team.id} and id = ${id}::uuid
              union all
              select messages_removed_at is not null, true from mailings where team_id = ${scope.team.id} and id = ${id}::uuid) of_it
            having count(*) > 0`,
      );
      if (!state) return 0;
      const { removed, mailed } = state;
      if (!mailed) {
        await correctStates(scope, id, removed);
        return 0;
      }
      if (!removed) await fillFacts(scope, id);
      if (sales) await lockSales(scope, { alone: false });
      const ours = sql`c.campaign_id = ${id}::uuid`;
      const parts = [
        ...(removed ? [] : [{ rows: rowsOf(scope, id), counts: sql`${ours} and not (${OF_SALES})` }]),
        ...(sales
          ? [
              {
                rows: salesOf(scope, sql`coalesce(s.email_id, s.sender_id) = ${id}::uuid`),
                counts: sql`${ours} and ${OF_SALES}`,
              },
            ]
          : []),
      ];
      let wrong = 0;
      for (const part of parts) wrong += (await correctCounts(scope, part)).get(id.toLowerCase()) ?? 0;
      await correctStates(scope, id, removed);
      if (wrong > 0) await announceCampaign(scope, id);
      return wrong;
    },
    LONG_MS,
  );

/** Recounts campaigns of teams, team by team. Yields each, and the number of its wrong figures. */
export async function* recountCampaigns(
  db: Database,
  campaigns: readonly { teamId: number; id: string }[],
): AsyncGenerator<{ id: string; wrong: number }> {
  for (const teamId of new Set(campaigns.map((campaign) => campaign.teamId))) {
    const scope = createScope(db, { id: teamId }, WORKER);
    const sales = await recountSales(scope);
    for (const { id } of campaigns.filter((campaign) => campaign.teamId === teamId)) {
      yield { id, wrong: (sales.get(id) ?? 0) + (await recountCampaign(scope, id, { sales: false })) };
    }
  }
}

/** Counts campaigns that were sent before counts existed. Parallel processes may run this. Returns how many. */
export async function countOldCampaigns(db: Database): Promise<number> {
  const old = await run<{ teamId: number; id: string }>(
    db,
    sql`select team_id as "teamId", id::text from campaigns where not counted order by started_at desc nulls last`,
  );
  for await (const _ of recountCampaigns(db, old));
  return old.length;
}

/** Records facts of opens, clicks, bounces and complaints that were not recorded when they came in. */
async function fillFacts({ db, team }: Scope, id: string): Promise<void> {
  const ours = sql`m.team_id = ${team.id} and m.campaign_id = ${id}::uuid`;
  const insert = sql`insert into message_facts (team_id, message_id, what, link, campaign_id, person_key, at, by_click)`;
  const rest = sql`group by 1, 2, 3, 4, 5, 6 order by 2, 3, 4 on conflict (team_id, message_id, what, link) do nothing`;
  await run(
    db,
    sql`${insert} select ${team.id}::int, m.id, fact.what, fact.link_of, m.campaign_id, m.person_key, min(r.at),
               fact.what = 'opened' and ${isByClick(sql`r.kind`, sql`r.at`)}
        from messages m join people p on p.team_id = m.team_id and p.key = m.person_key and p.email is not null
        join reactions r on r.team_id = m.team_id and r.message_id = m.id
        ${factsOf(sql`r.kind`, sql`r.target`)}
        where ${ours} and r.verdict = 'human' ${rest}`,
  );
  await run(
    db,
    sql`${insert} select ${team.id}::int, m.id, figure.what, ${NO_LINK}, m.campaign_id, m.person_key, min(f.at), false
        from messages m join people p on p.team_id = m.team_id and p.key = m.person_key and p.email is not null
        join feedback f on f.team_id = m.team_id and f.message_id = m.id
        cross join lateral (values
          (case f.kind when 'complaint' then 'complained' else f.kind::text end),
          (case when f.kind <> 'complaint' then 'bounced' end)) figure(what)
        where ${ours} and m.state <> 'failed' and figure.what is not null ${rest}`,
  );
  await run(
    db,
    sql`insert into campaign_links (team_id, campaign_id, link, url)
        select ${team.id}::int, ${id}::uuid, link, url from (
          select ${linkOf(sql`r.target`)} as link, r.target as url, count(*) as clicks
          from messages m join people p on p.team_id = m.team_id and p.key = m.person_key and p.email is not null
          join reactions r on r.team_id = m.team_id and r.message_id = m.id
          where ${ours} and r.kind = 'click' and r.verdict = 'human' and r.target is not null
            and not exists (select from campaign_links l where l.team_id = m.team_id and l.campaign_id = m.campaign_id
                            and l.link = ${linkOf(sql`r.target`)})
          group by 1, 2 order by clicks desc, 1
          limit greatest(0, ${MAX_LINKS}::int - (select count(*) from campaign_links l
                                                 where l.team_id = ${team.id} and l.campaign_id = ${id}::uuid))) clicked
        order by link on conflict (team_id, campaign_id, link) do nothing`,
  );
}

/**
 * Selects the figures (campaign_id, what, detail, variant, count) from the rows, without sales. Equal facts and equal messages are
 * folded before their figures are named, which takes longer than reading them.
 */
const rowsOf = (scope: Scope, id: string): Sql => {
  const { team } = scope;
  const ours = (table: Sql) => sql`${table}.team_id = ${team.id} and ${table}.campaign_id = ${id}::uuid`;
  return sql`select ${id}::uuid as campaign_id, figures.* from (
    select ${figureOf(sql`r.kind`, sql`r.verdict`)} as what, '' as detail, coalesce(m.variant, 0) as variant, count(*) as count
    from messages m join reactions r on r.team_id = m.team_id and r.message_id = m.id
    where ${ours(sql`m`)} and ${isCounted(team.id)} group by 1, 2, 3
    union all
    select 'link_clicks', l.link::text, 0, count(*)
    from messages m join people p on p.team_id = m.team_id and p.key = m.person_key and p.email is not null
    join reactions r on r.team_id = m.team_id and r.message_id = m.id and r.kind = 'click' and r.verdict = 'human'
    join campaign_links l on l.team_id = m.team_id and l.campaign_id = m.campaign_id and l.link = ${linkOf(sql`r.target`)}
    where ${ours(sql`m`)} and ${isCounted(team.id)} group by 1, 2, 3
    union all
    select figure.what, figure.detail, figure.variant_of, sum(f.count)
    from (select f.what, f.link, date_bin('1 hour', f.at, c.started_at) as at, f.by_click, c.started_at, coalesce(m.variant, 0) as variant,
                 split_part(p.email, '@', 2) as domain, count(*)
          from message_facts f join messages m on m.team_id = f.team_id and m.id = f.message_id
          left join campaigns c on c.team_id = f.team_id and c.id = f.campaign_id
          left join people p on p.team_id = m.team_id and p.key = m.person_key and p.email is not null
          where ${ours(sql`f`)} group by 1, 2, 3, 4, 5, 6, 7) f
    left join campaign_links l on ${ours(sql`l`)} and l.link = f.link
    cross join lateral fact_figures(f.what, f.link, f.at, f.by_click, f.started_at, f.variant, f.domain) figure
    where figure.what <> 'link_unique' or l.link is not null group by 1, 2, 3
    union all
    select f.what, f.detail, f.variant_of, sum(f.count * m.count)
    from (select m.state::text, ${variantOf(sql`m`)} as variant, m.withheld, split_part(p.email, '@', 2) as domain, count(*)
          from messages m left join people p on p.team_id = m.team_id and p.key = m.person_key and p.email is not null
          where ${ours(sql`m`)} and m.state in ('sent', 'failed', 'unknown', 'withheld') group by 1, 2, 3, 4) m
    cross join lateral settled_figures(m.state, '', m.variant, m.withheld, m.domain) f group by 1, 2, 3
    union all
    select f.what, f.detail, f.variant_of, -sum(f.count) from outcomes o
    cross join lateral settled_figures(o.state, o.was, ${variantOf(sql`o`)}, o.withheld, o.recipient_domain) f
    where ${ours(sql`o`)} group by 1, 2, 3) figures`;
};

/** An automation e-mail counts its messages by state like its other figures, a campaign in columns of its own. */
const variantOf = (of: Sql): Sql => sql`case ${of}.kind::text when 'automation' then 0 else ${of}.variant end`;

/** Condition of a reaction `r`: it is not waiting to be counted (see count-reactions.ts). */
const isCounted = (team: number): Sql =>
  sql`r.id not in (select unnest(u.reactions) from uncounted_reactions u where u.team_id = ${team})`;

/** Corrects the campaign's own counts of messages by state by the difference too. An outcome that is not counted yet does not count. */
const correctStates = ({ db, team }: Scope, id: string, removed: boolean) =>
  run(
    db,
    sql`with settled as materialized (
          select m.state::text as state, count(*) as count from messages m
          where m.team_id = ${team.id} and m.campaign_id = ${id}::uuid group by 1
          union all
          select o.state, -count(*) from outcomes o where o.team_id = ${team.id} and o.campaign_id = ${id}::uuid group by 1
          union all
          select o.was, count(*) from outcomes o
          where o.team_id = ${team.id} and o.campaign_id = ${id}::uuid and o.was = 'unknown' group by 1
        ), states as materialized (
          select coalesce(sum(count) filter (where state = 'sent'), 0)::int as sent,
                 coalesce(sum(count) filter (where state = 'failed'), 0)::int as failed,
                 coalesce(sum(count) filter (where state = 'unknown'), 0)::int as unknown,
                 coalesce(sum(count) filter (where state = 'withheld'), 0)::int as withheld from settled
        ), difference as materialized (
          select s.sent - c.sent_count as sent, s.failed - c.failed_count as failed, s.unknown - c.unknown_count as unknown,
                 s.withheld - c.withheld_count as withheld
          from campaigns c cross join states s where c.team_id = ${team.id} and c.id = ${id}::uuid and not ${removed}::boolean
        )
        update campaigns c set counted = true,
          sent_count = c.sent_count + coalesce((select sent from difference), 0),
          failed_count = c.failed_count + coalesce((select failed from difference), 0),
          unknown_count = c.unknown_count + coalesce((select unknown from difference), 0),
          withheld_count = c.withheld_count + coalesce((select withheld from difference), 0)
        where c.team_id = ${team.id} and c.id = ${id}::uuid returning c.id`,
  );
