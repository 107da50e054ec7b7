/** A length of time in one unit. */
export interface Span {
  amount: number;
  unit: Unit;
}

export const UNITS = ['minute', 'hour', 'day', 'week'] as const;
export type Unit = (typeof UNITS)[number];

const ISO = /^(-?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** The non-zero parts of an ISO 8601 duration, largest first; undefined for other texts. */
export function partsOfDuration(text: string): { amount: number; unit: Unit | 'second' }[] | undefined {
  const [, sign, ...numbers] = ISO.exec(text) ?? [];
  if (numbers.length === 0) return undefined;
  const units = ['week', 'day', 'hour', 'minute', 'second'] as const;
  return units.flatMap((unit, index) => {
    const amount = Number(numbers[index] ?? 0) * (sign === '-' ? -1 : 1);
    return amount === 0 ? [] : [{ amount, unit }];
  });
}

/** A duration of one unit; undefined for one of several, which is shown as it is written. */
export function spanOf(text: string): Span | undefined {
  const parts = partsOfDuration(text);
  if (parts?.length === 0) return { amount: 0, unit: 'day' };
  const [first, ...more] = parts ?? [];
  if (!first || more.length > 0 || first.unit === 'second') return undefined;
  return { amount: first.amount, unit: first.unit };
}

/** As the API writes it: `PT90M`, `-P7D`. */
export function durationOf({ amount, unit }: Span): string {
  const sign = amount < 0 ? '-' : '';
  const letter = unit.charAt(0).toUpperCase();
  return `${sign}P${unit === 'hour' || unit === 'minute' ? 'T' : ''}${Math.abs(amount)}${letter}`;
}
