import type { Revenue } from '../insight/revenue.ts';
import { LEAVING_REASONS, type LeavingReason } from '../ledger/leaving-reasons.ts';

/** The core figures of a report: of a campaign, or of one of its variants. */
export interface ReportFigures {
  recipients: number;
  sent: number;
  /** Sent, without bounced messages. */
  delivered: number;
  failed: number;
  unknown: number;
  withheld: { reason: string; count: number }[];
  opens: { unique: number; total: number; proxies: number; scanners: number };
  clicks: { unique: number; total: number; scanners: number };
  unsubscribes: number;
  /** Of people who gave a reason. */
  unsubscribeReasons: { reason: LeavingReason; count: number }[];
  bounces: { hard: number; soft: number };
  complaints: number;
  revenue: Revenue[];
  rates: ReportRates;
}

/** Between 0 and 1; 0 if the divisor is 0. */
export interface ReportRates {
  open: number;
  click: number;
  clickToOpen: number;
  unsubscribe: number;
  bounce: number;
  complaint: number;
}

/** A sum of counts. */
export interface Sum {
  what: string;
  detail: string;
  variant: number;
  count: number;
}

/** The number of messages in each state. */
export type States = Pick<ReportFigures, 'recipients' | 'sent' | 'failed' | 'unknown'>;

/** Computes the figures from the sums of a campaign or of one variant. */
export function figuresFrom(states: States, sums: readonly Sum[]): ReportFigures {
  const byWhat = new Map<string, number>();
  for (const { what, count } of sums) byWhat.set(what, (byWhat.get(what) ?? 0) + count);
  const of = (what: string): number => byWhat.get(what) ?? 0;
  const delivered = Math.max(0, states.sent - of('bounced'));
  const figures = {
    ...states,
    delivered,
    withheld: byDetail(sums, 'withheld').map(([reason, count]) => ({ reason, count })),
    opens: { unique: of('opened'), total: of('opens'), proxies: of('open_proxies'), scanners: of('open_scanners') },
    clicks: { unique: of('clicked'), total: of('clicks'), scanners: of('click_scanners') },
    unsubscribes: of('unsubscribed'),
    unsubscribeReasons: LEAVING_REASONS.flatMap((reason) => {
      const count = of(`left_${reason}`);
      return count > 0 ? [{ reason, count }] : [];
    }),
    bounces: { hard: of('hard_bounce'), soft: of('soft_bounce') },
    complaints: of('complained'),
    revenue: revenueIn(sums),
  };
  return { ...figures, rates: ratesOf(figures, of('bounced')) };
}

function byDetail(sums: readonly Sum[], what: string): [string, number][] {
  const found = new Map<string, number>();
  for (const sum of sums) if (sum.what === what) found.set(sum.detail, (found.get(sum.detail) ?? 0) + sum.count);
  return [...found].filter(([, count]) => count !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
}

function revenueIn(sums: readonly Sum[]): Revenue[] {
  const revenue = new Map(byDetail(sums, 'revenue'));
  return byDetail(sums, 'orders').map(([currency, orders]) => ({
    currency,
    revenue: revenue.get(currency) ?? 0,
    orders,
  }));
}

type Rated = Pick<ReportFigures, 'sent' | 'delivered' | 'opens' | 'clicks' | 'unsubscribes' | 'complaints'>;

const ratesOf = (
  { sent, delivered, opens, clicks, unsubscribes, complaints }: Rated,
  bounced: number,
): ReportRates => ({
  open: fraction(opens.unique, delivered),
  click: fraction(clicks.unique, delivered),
  clickToOpen: fraction(clicks.unique, opens.unique),
  unsubscribe: fraction(unsubscribes, delivered),
  bounce: fraction(bounced, sent),
  complaint: fraction(complaints, delivered),
});

/**
 * Six decimals are enough for a million recipients. At most 1: a message that was opened and then bounced, or whose arrival
 * is unknown, is counted in the part but not in the whole.
 */
const fraction = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, Math.round((part / whole) * 1e6) / 1e6) : 0;
