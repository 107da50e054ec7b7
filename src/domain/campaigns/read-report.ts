import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { ClickedLink } from '../insight/clicked-links.ts';
import { countReactions } from '../ledger/count-reactions.ts';
import { HOURS, MAX_LINKS } from '../ledger/figures.ts';
import { LEAVING_REASONS } from '../ledger/leaving-reasons.ts';
import { type Judgement, judged } from './judged-variants.ts';
import { figuresFrom, type ReportFigures, type States, type Sum } from './report-figures.ts';
import type { AbTest } from './variants.ts';

/** Results of a campaign, read from counts alone, however many recipients it has (docs/adr/0060). */
export interface CampaignReport extends ReportFigures {
  links: ClickedLink[];
  /** The core figures of each variant with any counts, by number. */
  variants: VariantReport[];
  domains: DomainReport[];
  hours: HourReport[];
}

export interface VariantReport extends ReportFigures, Judgement {
  /** Counted from 1, as in `messages`. */
  variant: number;
}

/** Messages to a domain. Opens and clicks count messages that were opened or clicked in. */
export interface DomainReport {
  domain: string;
  sent: number;
  opens: number;
  clicks: number;
  bounces: number;
}

/** Messages that were first opened or clicked in during an hour since sending began. */
export interface HourReport {
  hour: number;
  opens: number;
  clicks: number;
}

const MAX_DOMAINS = 20;

const NOTHING: States = { recipients: 0, sent: 0, failed: 0, unknown: 0 };

const CORE = [
  ...['sent', 'failed', 'unknown', 'withheld', 'opened', 'opens', 'open_proxies', 'open_scanners'],
  ...['clicked', 'clicks', 'click_scanners', 'unsubscribed', 'bounced', 'hard_bounce', 'soft_bounce', 'complained'],
  ...['revenue', 'orders', 'opened_at_hour', 'clicked_at_hour'],
  ...LEAVING_REASONS.map((reason) => `left_${reason}`),
];

/** The reports of the team's campaigns with these ids, in their order. Three statements, however many. */
export async function readReports(scope: Scope, ids: readonly string[]): Promise<(CampaignReport | undefined)[]> {
  await countReactions(scope);
  const [campaigns, sums, links, domains] = [
    await readStates(scope, ids),
    await readSums(scope, ids),
    await readLinks(scope, ids),
    await readDomains(scope, ids),
  ];
  return ids.map((id, index) => {
    const states = campaigns.find((campaign) => campaign.id === id);
    if (!states) return undefined;
    const ours = sums.filter((sum) => sum.index === index);
    const { id: _, test, winner, ...counts } = states;
    return {
      ...figuresFrom(counts, ours),
      links: links.filter((link) => link.index === index).map(({ index: _, ...link }) => link),
      variants: judged(variantsIn(ours), test, winner),
      domains: domains.filter((domain) => domain.index === index).map(({ index: _, ...domain }) => domain),
      hours: hoursIn(ours),
    };
  });
}

const readStates = ({ db, team }: Scope, ids: readonly string[]) =>
  run<States & { id: string; test: AbTest | null; winner: number | null }>(
    db,
    sql`select id::text, coalesce(recipients_count, 0) as recipients, sent_count as sent, failed_count as failed,
               unknown_count as unknown, test, winner
        from campaigns where team_id = ${team.id} and id = any(${[...ids]}::uuid[])`,
  );

const readSums = ({ db, team }: Scope, ids: readonly string[]) =>
  run<Sum & { index: number }>(
    db,
    sql`select owner.index::int - 1 as index, c.what, c.detail, c.variant, sum(c.count)::float8 as count
        from unnest(${[...ids]}::uuid[]) with ordinality as owner(id, index)
        join campaign_counts c on c.team_id = ${team.id} and c.campaign_id = owner.id and c.what = any(${CORE}::text[])
        group by owner.index, c.what, c.detail, c.variant order by owner.index, c.what, c.detail, c.variant`,
  );

const readLinks = ({ db, team }: Scope, ids: readonly string[]) =>
  run<ClickedLink & { index: number }>(
    db,
    sql`select owner.index::int - 1 as index, l.url, f."unique", f.total
        from unnest(${[...ids]}::uuid[]) with ordinality as owner(id, index)
        cross join lateral (
          select c.detail, coalesce(sum(c.count) filter (where c.what = 'link_unique'), 0)::float8 as "unique",
                 coalesce(sum(c.count) filter (where c.what = 'link_clicks'), 0)::float8 as total
          from campaign_counts c
          where c.team_id = ${team.id} and c.campaign_id = owner.id and c.what in ('link_unique', 'link_clicks')
          group by c.detail) f
        join campaign_links l on l.team_id = ${team.id} and l.campaign_id = owner.id and l.link = f.detail::uuid
        where f.total > 0
        order by owner.index, f.total desc, l.url limit ${MAX_LINKS * ids.length}::int`,
  );

const readDomains = ({ db, team }: Scope, ids: readonly string[]) =>
  run<DomainReport & { index: number }>(
    db,
    sql`select owner.index::int - 1 as index, top.*
        from unnest(${[...ids]}::uuid[]) with ordinality as owner(id, index)
        cross join lateral (
          select c.detail as domain, coalesce(sum(c.count) filter (where c.what = 'sent_to_domain'), 0)::float8 as sent,
                 coalesce(sum(c.count) filter (where c.what = 'opened_at_domain'), 0)::float8 as opens,
                 coalesce(sum(c.count) filter (where c.what = 'clicked_at_domain'), 0)::float8 as clicks,
                 coalesce(sum(c.count) filter (where c.what = 'bounced_at_domain'), 0)::float8 as bounces
          from campaign_counts c
          where c.team_id = ${team.id} and c.campaign_id = owner.id
            and c.what in ('sent_to_domain', 'opened_at_domain', 'clicked_at_domain', 'bounced_at_domain')
          group by c.detail order by sent desc, c.detail limit ${MAX_DOMAINS}::int) top
        where top.sent > 0
        order by owner.index, top.sent desc, top.domain`,
  );

/** The figures of the first `count` variants of a campaign, in order. */
export async function readVariants(
  scope: Scope,
  id: string,
  count: number,
): Promise<(ReportFigures & { variant: number })[]> {
  const known = variantsIn(await readSums(scope, [id]));
  return Array.from({ length: count }, (_, index) => {
    const variant = index + 1;
    return known.find((one) => one.variant === variant) ?? { variant, ...figuresFrom(NOTHING, []) };
  });
}

/** Recipients of a variant: messages whose sending ended, or that were withheld. */
function variantsIn(sums: readonly Sum[]): (ReportFigures & { variant: number })[] {
  const numbers = [...new Set(sums.map(({ variant }) => variant))]
    .filter((variant) => variant > 0)
    .sort((a, b) => a - b);
  return numbers.map((variant) => {
    const ours = sums.filter((sum) => sum.variant === variant);
    const of = (what: string) => ours.reduce((total, sum) => total + (sum.what === what ? sum.count : 0), 0);
    const states = { sent: of('sent'), failed: of('failed'), unknown: of('unknown') };
    const recipients = states.sent + states.failed + states.unknown + of('withheld');
    return { variant, ...figuresFrom({ recipients, ...states }, ours) };
  });
}

/** Leaves out hours without activity. */
function hoursIn(sums: readonly Sum[]): HourReport[] {
  const of = (what: string, hour: number) =>
    sums.reduce((total, sum) => total + (sum.what === what && sum.detail === String(hour) ? sum.count : 0), 0);
  return Array.from({ length: HOURS }, (_, hour) => ({
    hour,
    opens: of('opened_at_hour', hour),
    clicks: of('clicked_at_hour', hour),
  })).filter(({ opens, clicks }) => opens !== 0 || clicks !== 0);
}
