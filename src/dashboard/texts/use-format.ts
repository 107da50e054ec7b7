import { useTranslation } from 'react-i18next';
import { localeFor } from './language.ts';
import { digitsOf, inUnits } from './minor-units.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Smaller shares need a second decimal. */
const SMALL = 0.0005;

/** Formats numbers, money and moments in the reader's language, region and time zone. */
export function useFormat() {
  const locale = localeFor(useTranslation().i18n.language);
  return known.get(locale) ?? formatsIn(locale);
}

/** The formatters of each locale. Creating them takes longer than formatting a table row. */
const known = new Map<string, ReturnType<typeof formatsIn>>();

/** Formatters take milliseconds to create, so they are created on first use. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

function formatsIn(locale: string) {
  const numbers = once(() => new Intl.NumberFormat(locale));
  const percents = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }));
  const smallPercents = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 1 }));
  const moments = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));
  const exactTimes = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }));
  const times = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));
  const dates = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));
  const days = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
  const daysOfYear = once(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }));
  const occurrences = (timeZone: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone });
  const spans = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const currencies = new Map<string, Intl.NumberFormat>();
  const currencyOf = (currency: string) => {
    const digits = digitsOf(currency);
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const format =
      currencies.get(currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency, ...decimals });
    currencies.set(currency, format);
    return format;
  };
  const formats = {
    number: (value: number): string => numbers().format(value),
    /** A number that follows, once it is counted. */
    counted: (count: number | undefined): string => (count === undefined ? '…' : numbers().format(count)),
    /** A share from 0 to 1. A small one is not 0: providers mind one complaint in a thousand e-mails. */
    percent: (share: number): string => (share > 0 && share < SMALL ? smallPercents() : percents()).format(share),
    /** An amount in the smallest unit of its currency, as the API gives it. */
    money: (amount: number, currency: string): string => currencyOf(currency).format(inUnits(amount, currency)),
    moment: (iso: string): string => moments().format(new Date(iso)),
    /** A moment with its seconds. */
    exact: (iso: string): string => exactTimes().format(new Date(iso)),
    /** A period, with what both ends share written once. */
    period: (from: string, to: string): string => moments().formatRange(new Date(from), new Date(to)),
    /** A moment with its weekday, in the zone. */
    occurrence: (iso: string, timeZone: string): string => occurrences(timeZone).format(new Date(iso)),
    /** A local time (2026-12-01T09:00) with its weekday, wherever it is read. */
    localTime: (local: string): string => occurrences('UTC').format(new Date(`${local}Z`)),
    /** The time of day. */
    time: (iso: string): string => times().format(new Date(iso)),
    /** A day of the calendar (2026-05-01), which is the same wherever it is read. */
    date: (day: string): string => dates().format(new Date(`${day}T00:00Z`)),
    /** The day of a moment where the reader is. */
    day: (iso: string): string => days().format(new Date(iso)),
    /** The day of every year of a date without one, `--03-14`. */
    dayOfYear: (written: string): string => daysOfYear().format(new Date(`2024${written.slice(1)}T12:00`)),
    /** How long ago something was, or in how long it will be. */
    ago: (iso: string): string => {
      const seconds = (Date.parse(iso) - Date.now()) / 1_000;
      const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS[3];
      return spans().format(Math.round(seconds / size), unit);
    },
  };
  known.set(locale, formats);
  return formats;
}
