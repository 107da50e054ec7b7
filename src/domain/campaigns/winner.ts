import type { AbTestMeasure } from './ab-test-input.ts';
import type { VariantFigures } from './variant-figures.ts';

/** A variant's result: a value among a number of delivered messages. */
interface Result {
  value: number;
  delivered: number;
}

const resultOf = (figures: VariantFigures, by: Exclude<AbTestMeasure, 'manual'>): Result => ({
  value: figures[by],
  delivered: figures.delivered,
});

/** Whether a result is better, without rounding. No messages count as no reaction. */
function isBetter(one: Result, other: Result): boolean {
  const [a, b] = [one, other].map(({ value, delivered }) => ({
    value: BigInt(delivered > 0 ? value : 0),
    delivered: BigInt(Math.max(1, delivered)),
  }));
  return a!.value * b!.delivered > b!.value * a!.delivered;
}

const bestOf = (results: readonly Result[]): Result =>
  results.reduce((best, one) => (isBetter(one, best) ? one : best));

/** The variant with the highest value per delivered message; on a tie, the first. `figures`: at least one. */
export function winnerOf(figures: readonly VariantFigures[], by: Exclude<AbTestMeasure, 'manual'>): number {
  const results = figures.map((one) => resultOf(one, by));
  return figures[results.indexOf(bestOf(results))]!.variant;
}

/**
 * The p value of each variant against the best of the others (for the best, against the second best), by a two-sided
 * two-proportion z test. Null if meaningless: for revenue, which is not a proportion, without messages, or if nobody or
 * everybody reacted. For a manual choice, it compares clicks.
 */
export function pValues(figures: readonly VariantFigures[], by: AbTestMeasure): (number | null)[] {
  if (by === 'revenue') return figures.map(() => null);
  const results = figures.map((one) => resultOf(one, by === 'manual' ? 'clicks' : by));
  return results.map((one, index) => pValue(one, bestOf(results.filter((_, other) => other !== index))));
}

function pValue(one: Result, other: Result): number | null {
  const delivered = one.delivered + other.delivered;
  const pooled = (one.value + other.value) / delivered;
  if (one.delivered === 0 || other.delivered === 0 || pooled <= 0 || pooled >= 1) return null;
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / one.delivered + 1 / other.delivered));
  const z = Math.abs(one.value / one.delivered - other.value / other.delivered) / deviation;
  return complementaryError(z / Math.SQRT2);
}

/** erfc(x) for x >= 0, to twelve digits: by its series near zero, and by its continued fraction beyond. */
function complementaryError(x: number): number {
  const bell = Math.exp(-x * x) / Math.sqrt(Math.PI);
  if (x < 2.5) {
    let [term, sum] = [x, x];
    for (let n = 1; term > sum * 1e-17; n++) {
      term *= (2 * x * x) / (2 * n + 1);
      sum += term;
    }
    return 1 - 2 * bell * sum;
  }
  let fraction = x;
  for (let n = 60; n > 0; n--) fraction = x + n / 2 / fraction;
  return bell / fraction;
}
