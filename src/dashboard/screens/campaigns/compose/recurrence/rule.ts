/** The days of a week as RFC 5545 writes them. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const UNITS = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type Unit = (typeof UNITS)[number];

/** A recurrence that the fields can show. */
export interface SimpleRule {
  unit: Unit;
  /** Every so many days, weeks or months. */
  interval: number;
  /** Of a weekly rule; empty: the day of the first e-mail. */
  weekdays: Weekday[];
  /** Of a monthly rule: 1 to 31, -1 for the last day; undefined: the day of the first e-mail. */
  day?: number | undefined;
}

const isOneOf = <T extends string>(all: readonly T[], value: string): value is T => all.some((one) => one === value);

/** Reads a rule (RFC 5545); undefined if it has parts that the fields cannot show. */
export function readRule(rule: string): SimpleRule | undefined {
  const {
    FREQ = '',
    INTERVAL = '1',
    BYDAY,
    BYMONTHDAY,
    ...others
  } = Object.fromEntries(rule.split(';').map((part) => part.split('=') as [string, string]));
  const weekdays = BYDAY?.split(',') ?? [];
  const day = BYMONTHDAY === undefined ? undefined : Number(BYMONTHDAY);
  const isShown =
    Object.keys(others).length === 0 &&
    /^\d+$/.test(INTERVAL) &&
    (weekdays.length === 0 || FREQ === 'WEEKLY') &&
    (day === undefined || (FREQ === 'MONTHLY' && Number.isInteger(day) && day >= -1));
  if (!isShown || !isOneOf(UNITS, FREQ) || !weekdays.every((one) => isOneOf(WEEKDAYS, one))) return undefined;
  return { unit: FREQ, interval: Number(INTERVAL), weekdays: WEEKDAYS.filter((one) => weekdays.includes(one)), day };
}

/** Writes a rule as RFC 5545 does, without parts that have their default. */
export const writeRule = ({ unit, interval, weekdays, day }: SimpleRule): string =>
  [
    `FREQ=${unit}`,
    interval > 1 && `INTERVAL=${interval}`,
    unit === 'WEEKLY' && weekdays.length > 0 && `BYDAY=${weekdays.join(',')}`,
    unit === 'MONTHLY' && day !== undefined && `BYMONTHDAY=${day}`,
  ]
    .filter(Boolean)
    .join(';');
