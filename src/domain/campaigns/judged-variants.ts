import type { ReportFigures } from './report-figures.ts';
import { variantFigures } from './variant-figures.ts';
import type { AbTest } from './variants.ts';
import { pValues } from './winner.ts';

/** The result of an A/B test for one variant. */
export interface Judgement {
  /** Null: the campaign has no test. */
  name: string | null;
  /** The p value of its difference from the best other variant (winner.ts). */
  pValue: number | null;
  /** Whether the rest gets it. */
  winner: boolean;
}

/** Adds the name, p value and winner to the figures of each variant. Expects the variants in order of their numbers. */
export function judged<Variant extends ReportFigures & { variant: number }>(
  variants: readonly Variant[],
  test: AbTest | null,
  winner: number | null,
): (Variant & Judgement)[] {
  const values = test && variants.length > 1 ? pValues(variantFigures(variants), test.by) : [];
  return variants.map((one, index) => ({
    ...one,
    name: test?.variants[one.variant - 1]?.name ?? null,
    pValue: values[index] ?? null,
    winner: one.variant === winner,
  }));
}
