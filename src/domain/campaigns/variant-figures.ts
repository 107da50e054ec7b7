import type { ReportFigures } from './report-figures.ts';

/** The figures of a variant that an A/B test compares, taken from the report so that both show the same winner. */
export interface VariantFigures {
  /** Counted from 1. */
  variant: number;
  /** Messages that were sent and did not bounce. */
  delivered: number;
  /** Messages that a human opened. */
  opens: number;
  /** Messages in which a human clicked. */
  clicks: number;
  /** Revenue of the credited sales, less refunds, in the smallest unit of the most common currency among all variants. */
  revenue: number;
}

/** The figures of variants, from the report. */
export function variantFigures(variants: readonly (ReportFigures & { variant: number })[]): VariantFigures[] {
  const currency = usualCurrency(variants);
  return variants.map(({ variant, delivered, opens, clicks, revenue }) => ({
    variant,
    delivered,
    opens: opens.unique,
    clicks: clicks.unique,
    revenue: revenue.find((one) => one.currency === currency)?.revenue ?? 0,
  }));
}

/** The currency of most sales; on a tie, the first by name. */
function usualCurrency(variants: readonly ReportFigures[]): string | undefined {
  const orders = new Map<string, number>();
  for (const one of variants.flatMap(({ revenue }) => revenue)) {
    orders.set(one.currency, (orders.get(one.currency) ?? 0) + one.orders);
  }
  const [usual] = [...orders].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return usual?.[0];
}
