import { type Database, run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { CampaignCount } from './count-for-campaigns.ts';

/** The first occurrence of something about a campaign's message. */
export interface Fact {
  message: string;
  what: string;
  link: string;
  at: Date;
  byClick: boolean;
}

/** The properties of a campaign's message by which its facts are counted. */
export interface CountedMessage {
  campaign: string;
  variant: number;
  /** When sending the campaign began. */
  startedAt: Date | null;
}

export type Figure = Pick<CampaignCount, 'campaign' | 'what' | 'variant'> & { detail?: string };

const COLUMNS = {
  campaign: 'uuid',
  what: 'text',
  link: 'uuid',
  at: 'timestamptz',
  by_click: 'bigint',
  started_at: 'timestamptz',
  variant: 'bigint',
  domain: 'text',
} as const;

/** The figures of reports that count facts of a message. `domain`: of the person's address. */
export async function figuresOfFacts(
  db: Database,
  facts: readonly { fact: Fact; message: CountedMessage; domain: string }[],
): Promise<Figure[]> {
  if (facts.length === 0) return [];
  const rows = facts.map(
    ({ fact: { what, link, at, byClick }, message: { campaign, variant, startedAt }, domain }) => ({
      campaign,
      what,
      link,
      at,
      by_click: byClick ? 1 : 0,
      started_at: startedAt,
      variant,
      domain,
    }),
  );
  return run<Figure>(
    db,
    sql`select g.campaign::text as campaign, f.what, f.detail, f.variant_of as variant from ${recordset('g', rows, COLUMNS)}
        cross join lateral fact_figures(g.what, g.link, g.at, g.by_click = 1, g.started_at, g.variant::int, g.domain) f`,
  );
}
