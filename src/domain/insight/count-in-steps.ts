import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';
import { type CampaignCount, countForCampaigns, randomShard } from '../ledger/count-for-campaigns.ts';
import { HOURS, linkOf, MAX_LINKS, NO_LINK } from '../ledger/figures.ts';
import type { Found, Human } from './record-in-steps.ts';

interface Fact {
  message: string;
  what: string;
  link: string;
  byClick: boolean;
}

type Addition = Pick<CampaignCount, 'campaign' | 'what' | 'variant'> & { detail?: string };

/**
 * Does the same as `countedReactions` in separate statements, for distributed tables. `found` are all reactions, `human`
 * those of people who are not erased.
 */
export async function countInSteps(scope: Scope, found: readonly Found[], human: readonly Human[]): Promise<void> {
  const theirs = human.filter(({ campaign }) => campaign !== null);
  const facts = await noteReactions(scope, theirs);
  const links = await noteLinks(scope, theirs);
  const domains = await readDomains(scope, theirs);
  const about = new Map(theirs.map((one) => [one.message, one]));
  const additions = [
    ...found.flatMap((one) => (one.campaign === null ? [] : [{ ...of(one), what: figure(one) }])),
    ...theirs.flatMap((one) => clicked(one, links)),
    ...facts.flatMap((fact) => first(fact, about.get(fact.message)!, links, domains)),
  ];
  const holder = randomShard();
  const one = { teamId: scope.team.id, holder, count: 1 };
  await countForCampaigns(
    scope.db,
    additions.map((addition) => ({ ...one, ...addition })),
  );
}

const of = ({ campaign, variant }: Found) => ({ campaign: campaign!, variant });

function figure({ kind, verdict }: Found): string {
  if (kind === 'click') return verdict === 'human' ? 'clicks' : 'click_scanners';
  return verdict === 'human' ? 'opens' : verdict === 'proxy' ? 'open_proxies' : 'open_scanners';
}

/** The keys of counted links, by campaign and address. */
type Links = Map<string, string>;
const keyOf = (campaign: string | null, text: string | null): string => `${campaign} ${text}`;

function clicked({ campaign, kind, target }: Human, links: Links): Addition[] {
  const link = kind === 'click' ? links.get(keyOf(campaign, target)) : undefined;
  return link ? [{ campaign: campaign!, what: 'link_clicks', detail: link, variant: 0 }] : [];
}

function first({ what, link, byClick }: Fact, human: Human, links: Links, domains: Map<string, string>): Addition[] {
  const { campaign, variant } = of(human);
  if (what === 'clicked_link') {
    const isCounted = [...links].some(([key, known]) => known === link && key.startsWith(`${campaign} `));
    return isCounted ? [{ campaign, what: 'link_unique', detail: link, variant: 0 }] : [];
  }
  const hour = human.hour ?? -1;
  const domain = domains.get(human.person!);
  return [
    { campaign, what, variant },
    ...(byClick ? [{ campaign, what: 'opens', variant }] : []),
    ...(hour >= 0 && hour < HOURS ? [{ campaign, what: `${what}_at_hour`, detail: String(hour), variant: 0 }] : []),
    ...(domain ? [{ campaign, what: `${what}_at_domain`, detail: domain, variant: 0 }] : []),
  ];
}

/** Returns the new facts. */
async function noteReactions(scope: Scope, human: readonly Human[]): Promise<Fact[]> {
  if (human.length === 0) return [];
  const rows = human.map(({ message, kind, target, campaign, person }) => ({
    message,
    kind: kind as string,
    target: kind === 'click' ? target : null,
    campaign: campaign!,
    person: person!,
  }));
  const columns = { message: 'uuid', kind: 'text', target: 'text', campaign: 'uuid', person: 'uuid' } as const;
  return run<Fact>(
    scope.db,
    sql`insert into message_facts (team_id, message_id, what, link, campaign_id, person_key, by_click)
        select ${scope.team.id}::int, message, what, link, campaign, person, what = 'opened' and bool_and(kind = 'click')
        from ${recordset('given', rows, columns)}
        cross join lateral (values
          ('opened', ${NO_LINK}),
          (case kind when 'click' then 'clicked' end, ${NO_LINK}),
          ('clicked_link', ${linkOf(sql`target`)})) of_it(what, link)
        where what is not null and link is not null group by message, what, link, campaign, person order by message, what, link
        on conflict (team_id, message_id, what, link) do nothing
        returning message_id::text as message, what, link::text as link, by_click as "byClick"`,
  );
}

/** Inserts new links, as long as there is room, and returns the counted ones. */
async function noteLinks(scope: Scope, human: readonly Human[]): Promise<Links> {
  const links: Links = new Map();
  for (const campaign of [...new Set(human.map((one) => one.campaign!))].sort()) {
    const clicks = human.filter((one) => one.campaign === campaign && one.kind === 'click' && one.target !== null);
    const urls = [...new Set(clicks.map(({ target }) => target!))].sort();
    if (urls.length === 0) continue;
    const [room] = await run<{ left: number }>(
      scope.db,
      sql`select ${MAX_LINKS}::int - count(*)::int as left from campaign_links
          where team_id = ${scope.team.id}::int and campaign_id = ${campaign}::uuid`,
    );
    const known = await readLinks(scope, campaign, urls);
    const more = urls.filter((url) => !known.some((link) => link.url === url)).slice(0, Math.max(0, room?.left ?? 0));
    await run(
      scope.db,
      sql`insert into campaign_links (team_id, campaign_id, link, url)
          select ${scope.team.id}::int, ${campaign}::uuid, ${linkOf(sql`url`)}, url
          from unnest(${more}::text[]) as given(url) order by 3
          on conflict (team_id, campaign_id, link) do nothing`,
    );
    for (const { url, link } of await readLinks(scope, campaign, urls)) links.set(keyOf(campaign, url), link);
  }
  return links;
}

const readLinks = (scope: Scope, campaign: string, urls: string[]): Promise<{ url: string; link: string }[]> =>
  run(
    scope.db,
    sql`select url, link::text as link from campaign_links
        where team_id = ${scope.team.id}::int and campaign_id = ${campaign}::uuid
          and link = any(array(select ${linkOf(sql`url`)} from unnest(${urls}::text[]) as given(url)))`,
  );

async function readDomains(scope: Scope, human: readonly Human[]): Promise<Map<string, string>> {
  const persons = [...new Set(human.map(({ person }) => person!))];
  const rows = await run<{ key: string; domain: string }>(
    scope.db,
    sql`select key::text, split_part(email, '@', 2) as domain from people
        where team_id = ${scope.team.id}::int and key = any(${persons}::uuid[]) and email is not null`,
  );
  return new Map(rows.map(({ key, domain }) => [key, domain]));
}
