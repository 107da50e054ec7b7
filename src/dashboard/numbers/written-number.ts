/** The accepted number format: the locale's, with a number of decimals and the currency code before or after it. */
export interface Writing {
  locale: string;
  /** The maximum number of decimals; undefined: any. */
  decimals?: number | undefined;
  currency?: string | undefined;
}

/** A parsed number, or the error: unreadable, or too many decimals. Neither: the field is empty. */
export interface ReadNumber {
  value?: number;
  problem?: 'number' | 'decimals';
}

const SPACE = ' ';
const APOSTROPHE = "'";
/** In threes: one mark between all of them, and no zero before. */
const grouped = (mark: string, times = '+') => `[1-9]\\d{0,2}(?:${mark}\\d{3})${times}`;

const patterns = new Map<string, RegExp[]>();

/**
 * The characters of numbers in a locale; with a currency, those of its amounts, which differ in some (`en-NL`: 1.000,50 but EUR 1,000.50).
 * Each pattern gives the whole part, and the decimals.
 */
function patternsOf(locale: string, currency?: string): RegExp[] {
  const key = `${locale} ${currency ?? ''}`;
  const known = patterns.get(key);
  if (known) return known;
  const style = currency ? ({ style: 'currency', currency } as const) : {};
  const parts = new Intl.NumberFormat(locale, { ...style, minimumFractionDigits: 1 }).formatToParts(1_234_567.5);
  const isComma = parts.some(({ type, value }) => type === 'decimal' && value === ',');
  const [decimal, other] = isComma ? [',', '\\.'] : ['\\.', ','];
  const isIndian = parts.filter(({ type }) => type === 'integer')[1]?.value.length === 2;
  const whole = [
    '\\d+',
    ...[other, SPACE, APOSTROPHE].map((mark) => grouped(mark)),
    ...(isIndian ? [`[1-9]\\d?(?:${other}\\d\\d)*${other}\\d{3}`] : []),
  ].join('|');
  const foreign = [decimal, SPACE, APOSTROPHE].map((mark) => grouped(mark)).join('|');
  const made = [
    `(${whole}|)(?:${decimal}(\\d*))?`,
    `(${whole})${other}`, // not yet finished
    // The other decimal separator, where it cannot be one between thousands.
    `(\\d+)${other}(\\d{1,2})`,
    `(0)${other}(\\d+)`,
    `(${foreign})${other}(\\d+)`,
    `(${grouped(decimal, '{2,}')})`,
  ].map((pattern) => new RegExp(`^${pattern}$`));
  patterns.set(key, made);
  return made;
}

/**
 * Reads a typed or pasted number strictly. The locale's own form comes first: `5,000` is five thousand in English, `5.000` in German.
 * Spaces and apostrophes between thousands are read everywhere, the other decimal separator where it means nothing else (`12,50`).
 */
export function readNumber(written: string, { locale, decimals, currency }: Writing): ReadNumber {
  const typed = plain(written);
  const text = withoutCurrency(typed, currency);
  if (text === '') return {};
  const [, sign = '', digits = ''] = /^([+-]?) ?(.*)$/.exec(text) ?? [];
  const match = /\d/.test(digits)
    ? firstMatch(digits, patternsOf(locale, text === typed ? undefined : currency))
    : undefined;
  if (!match) return { problem: 'number' };
  const [, whole = '', fraction = ''] = match;
  if (decimals !== undefined && fraction.length > decimals) return { problem: 'decimals' };
  const value = Number(`${sign}${whole.replace(/\D/g, '') || 0}.${fraction || 0}`);
  return Number.isFinite(value) ? { value } : { problem: 'number' };
}

function firstMatch(text: string, among: readonly RegExp[]): RegExpExecArray | undefined {
  for (const pattern of among) {
    const match = pattern.exec(text);
    if (match) return match;
  }
  return undefined;
}

/** With one kind of space, apostrophe, minus and digit, and no invisible marks of direction. */
const plain = (written: string): string =>
  written
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u061c\u2060-\u2069\ufeff]/g, '')
    .replace(/\s/g, SPACE)
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, APOSTROPHE)
    .trim()
    .replace(/^[\u2212\u2010-\u2013]/, '-');

const withoutCurrency = (text: string, currency: string | undefined): string =>
  currency && /^[a-z]{3}$/i.test(currency)
    ? text.replace(new RegExp(`^${currency} ?|(?<=[\\d.,]) ?${currency}$`, 'i'), '').trim()
    : text;

/** Writes a number as the locale does, with all its decimals. An amount of a currency that is not whole has those of the currency. */
export function writeNumber(value: number, { locale, decimals, currency }: Writing): string {
  const least = currency !== undefined && decimals !== undefined && !Number.isInteger(value) ? decimals : 0;
  const format = new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    minimumFractionDigits: least,
    maximumFractionDigits: 20,
  });
  // As text: a number would show digits of 0.1 that were never typed.
  return format.format(`${value}`);
}
