import { dateFormat, type ShownTime, writtenOffset } from './shown-time.ts';

const DAY = 86_400_000;

/** Directives that stand for others. */
const COMPOSED: Record<string, string> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  r: '%I:%M:%S %p',
  R: '%H:%M',
  T: '%H:%M:%S',
  v: '%e-%^b-%Y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
  '+': '%a %b %e %H:%M:%S %Z %Y',
};

interface Written {
  text: string;
  /** The minimum number of characters, and the padding. */
  width?: number;
  fill?: '0' | ' ';
}

const digits = (value: number, width: number): Written => ({ text: String(value), width, fill: '0' });
const spaced = (value: number, width = 2): Written => ({ text: String(value), width, fill: ' ' });
const words = (text: string): Written => ({ text });

type Directive = (
  time: ShownTime,
  language: string,
  options: { colons: number; width: number; withDay: boolean },
) => Written;

const hour12 = ({ local }: ShownTime): number => local.getUTCHours() % 12 || 12;

const DIRECTIVES: Record<string, Directive> = {
  Y: ({ local }) => digits(local.getUTCFullYear(), local.getUTCFullYear() < 0 ? 5 : 4),
  C: ({ local }) => digits(Math.floor(local.getUTCFullYear() / 100), 2),
  y: ({ local }) => digits(modulo(local.getUTCFullYear(), 100), 2),
  m: ({ local }) => digits(local.getUTCMonth() + 1, 2),
  B: ({ local }, language, { withDay }) => words(monthOf(local, language, withDay)),
  b: ({ local }, language) => words(nameOf(local, language, { month: 'short' })),
  h: ({ local }, language) => words(nameOf(local, language, { month: 'short' })),
  d: ({ local }) => digits(local.getUTCDate(), 2),
  e: ({ local }) => spaced(local.getUTCDate()),
  j: ({ local }) => digits(dayOfYear(local), 3),
  H: ({ local }) => digits(local.getUTCHours(), 2),
  k: ({ local }) => spaced(local.getUTCHours()),
  I: (time) => digits(hour12(time), 2),
  l: (time) => spaced(hour12(time)),
  M: ({ local }) => digits(local.getUTCMinutes(), 2),
  S: ({ local }) => digits(local.getUTCSeconds(), 2),
  L: ({ local }, _, { width }) => fraction(local, width || 3),
  N: ({ local }, _, { width }) => fraction(local, width || 9),
  p: ({ local }) => words(local.getUTCHours() < 12 ? 'AM' : 'PM'),
  P: ({ local }) => words(local.getUTCHours() < 12 ? 'am' : 'pm'),
  A: ({ local }, language) => words(nameOf(local, language, { weekday: 'long' })),
  a: ({ local }, language) => words(nameOf(local, language, { weekday: 'short' })),
  u: ({ local }) => digits(local.getUTCDay() || 7, 1),
  w: ({ local }) => digits(local.getUTCDay(), 1),
  U: ({ local }) => digits(Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7), 2),
  W: ({ local }) => digits(Math.floor((dayOfYear(local) + 6 - ((local.getUTCDay() + 6) % 7)) / 7), 2),
  G: ({ local }) => digits(thursdayOf(local).getUTCFullYear(), 4),
  g: ({ local }) => digits(modulo(thursdayOf(local).getUTCFullYear(), 100), 2),
  V: ({ local }) => digits(Math.floor((dayOfYear(thursdayOf(local)) - 1) / 7) + 1, 2),
  s: ({ moment }) => digits(Math.floor(moment / 1000), 1),
  z: ({ offset }, _, { colons }) => words(writtenOffset(offset, colons > 0 ? ':' : '') + (colons > 1 ? ':00' : '')),
  Z: (time, language) => words(time.zoneName(language)),
  q: ({ local }) => words(ordinal(local.getUTCDate())),
  n: () => words('\n'),
  t: () => words('\t'),
  '%': () => words('%'),
};

/** One directive: flags, a width, a C modifier without effect, and the letter. */
const DIRECTIVE = /%([-_0^#:]*)(\d{1,9})?[EO]?([A-Za-z%+])/g;
const WIDEST = 1_024;

/** Formats a time as Ruby's strftime does, with the names of months and days in a language. Unknown directives stay. */
export function strftime(time: ShownTime, format: string, language: string): string {
  const withDay = /%[-_0^#]*[de]/.test(format);
  return format.replace(DIRECTIVE, (whole, flags: string, wide: string | undefined, letter: string) => {
    const width = Math.min(WIDEST, Number(wide ?? 0));
    const composed = COMPOSED[letter];
    const directive = Object.hasOwn(DIRECTIVES, letter) ? DIRECTIVES[letter] : undefined;
    if (composed !== undefined) return padded(words(strftime(time, composed, language)), flags, width);
    if (!directive) return whole;
    const colons = flags.split(':').length - 1;
    const written = directive(time, language, { colons, width, withDay });
    return padded(written, flags, letter === 'N' || letter === 'L' ? 0 : width);
  });
}

function padded({ text, width: usual = 0, fill: usualFill = ' ' }: Written, flags: string, width: number): string {
  const isNegative = /^-\d/.test(text) && usualFill === '0';
  let shown = text;
  if (flags.includes('^')) shown = text.toUpperCase();
  else if (flags.includes('#')) shown = /[a-z]/.test(text) ? text.toUpperCase() : text.toLowerCase();
  if (flags.includes('-')) return shown;
  const fill = flags.includes('_') ? ' ' : flags.includes('0') ? '0' : usualFill;
  const wide = width || usual;
  return isNegative && fill === '0' ? `-${shown.slice(1).padStart(wide - 1, '0')}` : shown.padStart(wide, fill);
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

const fraction = (local: Date, width: number): Written =>
  words(String(local.getUTCMilliseconds()).padStart(3, '0').padEnd(width, '0').slice(0, width));

/** Counted from 1. */
function dayOfYear(local: Date): number {
  const first = new Date(local);
  first.setUTCMonth(0, 1);
  return Math.floor((local.getTime() - first.getTime()) / DAY) + 1;
}

/** The Thursday of a day's week, whose year is the year of the week (ISO 8601). */
const thursdayOf = (local: Date): Date => new Date(local.getTime() + (4 - (local.getUTCDay() || 7)) * DAY);

/** English names are those of C, such as "Sep". */
const nameOf = (local: Date, language: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(/^en\b/.test(language) ? 'en-US' : language, { ...options, timeZone: 'UTC' }).format(local);

/** Some languages inflect the month beside a day. */
function monthOf(local: Date, language: string, withDay: boolean): string {
  if (!withDay) return nameOf(local, language, { month: 'long' });
  const parts = dateFormat(/^en\b/.test(language) ? 'en-US' : language, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).formatToParts(local);
  return parts.find(({ type }) => type === 'month')?.value ?? '';
}

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ({ 1: 'st', 2: 'nd', 3: 'rd' } as Record<number, string>)[day % 10] ?? 'th';
}
