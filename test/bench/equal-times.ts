/** Above this, the probability that equal times differ so much is below one in a thousand. */
export const T_LIMIT = 3.3;

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const variance = (values: readonly number[]) => {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
};
/** Welch's t of two kinds of times, in milliseconds. Ignores the slowest hundredth of both, which measures the machine. */
export function welch(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [withoutSlowest(a), withoutSlowest(b)];
  return (mean(x) - mean(y)) / Math.sqrt(variance(x) / x.length + variance(y) / y.length);
}
const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
export const withoutSlowest = (values: readonly number[]) => sorted(values).slice(0, Math.floor(values.length * 0.99));
export const quantile = (values: readonly number[], share: number) =>
  sorted(values)[Math.floor((values.length - 1) * share)]!;
