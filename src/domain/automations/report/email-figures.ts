import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import type { Revenue } from '../../insight/revenue.ts';
import { countReactions } from '../../ledger/count-reactions.ts';
import { addRevenue } from './run-counts.ts';

/** Results of a step's e-mails, across all versions and lists. */
export interface EmailFigures {
  sent: number;
  /** Messages that a person opened, clicked in, or unsubscribed by. */
  opens: number;
  clicks: number;
  unsubscribes: number;
  /** Bounced messages. */
  bounces: number;
  /** Messages that were reported as spam. */
  complaints: number;
  revenue: Revenue[];
}

/** Columns of campaign_counts and automation_counts, by our names. */
const FIGURES = {
  sent: 'sent',
  opened: 'opens',
  clicked: 'clicks',
  unsubscribed: 'unsubscribes',
  bounced: 'bounces',
  complained: 'complaints',
} as const;

/** For a step that has sent nothing. */
export const NO_EMAILS: EmailFigures = {
  sent: 0,
  opens: 0,
  clicks: 0,
  unsubscribes: 0,
  bounces: 0,
  complaints: 0,
  revenue: [],
};

const COUNTED = [...Object.keys(FIGURES), 'revenue', 'orders'];

/** By automation and step. */
export type FiguresOfSteps = ReadonlyMap<string, ReadonlyMap<string, EmailFigures>>;

/**
 * Results of the e-mails of automations, for steps that have sent or are about to. Transactional e-mails are counted
 * by step, the others by e-mail. One statement, which reads only these counts and skips the many counts
 * by domain and link.
 */
export async function readEmailFigures(scope: Scope, ids: readonly string[]): Promise<FiguresOfSteps> {
  await countReactions(scope);
  const { db, team } = scope;
  const rows = await run<{ automation: string; step: string; what: string; detail: string; count: number }>(
    db,
    sql`select g.automation_id::text as automation, g.automation_step as step, k.what, k.detail, sum(k.count)::float8 as count
        from mailings g cross join lateral (
          select f.what, f.detail, sum(f.count) as count from campaign_counts f
          where f.team_id = ${team.id}::int and f.campaign_id = g.id
            and f.what = any(${COUNTED}::text[])
          group by 1, 2) k
        where g.team_id = ${team.id}::int and g.automation_id = any(${[...ids]}::uuid[]) group by 1, 2, 3, 4
        union all
        select f.automation_id::text, f.step, f.what, f.detail, sum(f.count)::float8 from automation_counts f
        where f.team_id = ${team.id}::int and f.automation_id = any(${[...ids]}::uuid[]) and f.step <> ''
          and f.what = any(${COUNTED}::text[]) group by 1, 2, 3, 4
        order by 1, 2, 3, 4`,
  );
  const all = new Map<string, Map<string, EmailFigures>>();
  for (const { automation, step, what, detail, count } of rows) {
    const figures = all.get(automation) ?? new Map<string, EmailFigures>();
    const known = figures.get(step) ?? NO_EMAILS;
    all.set(automation, figures.set(step, { ...known, ...added(known, what, detail, count) }));
  }
  return all;
}

function added(known: EmailFigures, what: string, currency: string, count: number): Partial<EmailFigures> {
  if (what !== 'revenue' && what !== 'orders') {
    const figure = FIGURES[what as keyof typeof FIGURES];
    return { [figure]: known[figure] + count };
  }
  return { revenue: addRevenue([...known.revenue, { currency, revenue: 0, orders: 0, [what]: count }]) };
}
