import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** A link that people clicked. */
export interface ClickedLink {
  url: string;
  /** The number of messages in which it was clicked. */
  unique: number;
  /** The number of clicks. */
  total: number;
}

/** There can be as many personalised links as recipients: only the most clicked are returned. */
const MAX_LINKS = 1_000;

/** The clicked links of each campaign, the most clicked first, in one statement. */
export const readLinksOfCampaigns = (scope: Scope, campaignIds: readonly string[]): Promise<ClickedLink[][]> =>
  readLinks(
    scope,
    campaignIds,
    sql`(${linksOf(scope.team.id, sql`r.campaign_id = owner.id and not exists (${keptOf(scope.team.id)})`)})
        union all ${keptOf(scope.team.id)}`,
  );

/** Like `readLinksOfCampaigns`, for transactional mails. The message of a mail has the mail's id. */
export const readLinksOfMails = (scope: Scope, mailIds: readonly string[]): Promise<ClickedLink[][]> =>
  readLinks(scope, mailIds, linksOf(scope.team.id, sql`r.message_id = owner.id`));

/** Selects the current counts of the links in the matching reactions `r`. */
const linksOf = (teamId: number, areMeant: Sql): Sql => sql`
  select url, count(*) as unique, sum(clicks) as total
  from (select r.target as url, count(*) as clicks from reactions r
        where r.team_id = ${teamId} and ${areMeant}
          and r.kind = 'click' and r.verdict = 'human' and r.target is not null
        group by r.target, r.message_id) of_message
  group by url order by total desc, url limit ${MAX_LINKS}`;

/** Selects the saved links of a campaign whose messages were removed. */
const keptOf = (teamId: number): Sql => sql`
  select kept.url, kept.unique, kept.total
  from campaigns c cross join jsonb_to_recordset(c.links) as kept(url text, "unique" bigint, total numeric)
  where c.team_id = ${teamId} and c.id = owner.id`;

async function readLinks(scope: Scope, ids: readonly string[], links: Sql): Promise<ClickedLink[][]> {
  const rows = await run<ClickedLink & { index: number }>(
    scope.db,
    sql`select owner.index::int - 1 as index, link.url, link.unique::int, link.total::int
        from unnest(${[...ids]}::uuid[]) with ordinality as owner(id, index), lateral (${links}) link
        order by owner.index, link.total desc, link.url`,
  );
  const found = ids.map((): ClickedLink[] => []);
  for (const { index, ...link } of rows) found[index]?.push(link);
  return found;
}
