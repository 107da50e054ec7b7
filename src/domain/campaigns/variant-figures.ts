import type { ReportFigures } from './report-figures.ts';

/** What an A/B test compares of one of its variants: as the report has it, so that both name the same. */
export interface VariantFigures {
  /** Counted from 1. */
  variant: number;
  /** Messages that were sent and did not come back. */
  delivered: number;
  /** Messages that a human opened. */
  opens: number;
  /** Messages in which a human clicked. */
  clicks: number;
  /** Of the sales credited to it, less refunds, in the currency that most of those of all variants have. In its smallest unit. */
  revenue: number;
}

/** The figures of variants, from what the report says of each. */
export function variantFigures(variants: readonly (ReportFigures & { variant: number })[]): VariantFigures[] {
  const currency = usualCurrency(variants);
  return variants.map(({ variant, delivered, opens, clicks, revenue }) => ({
    ...{ variant, delivered, opens: opens.unique, clicks: clicks.unique },
    revenue: revenue.find((one) => one.currency === currency)?.revenue ?? 0,
  }));
}

/** The currency that most sales have; of several the first by name. */
function usualCurrency(variants: readonly ReportFigures[]): string | undefined {
  const orders = new Map<string, number>();
  for (const one of variants.flatMap(({ revenue }) => revenue)) {
    orders.set(one.currency, (orders.get(one.currency) ?? 0) + one.orders);
  }
  const [usual] = [...orders].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return usual?.[0];
}
