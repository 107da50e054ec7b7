import { OTHER_DIGITS } from '../../../../../generated/currency-digits.ts';
import { argumentsOf, type FilterContext } from '../filter-context.ts';
import { type Decimal, LiquidNumber, operandOf } from '../liquid-number.ts';
import { known } from '../message-language.ts';
import { shownText } from '../shown-text.ts';

/** For currencies without another number in ISO 4217. */
const USUAL_DIGITS = 2;
const MOST_DIGITS = 20;
const MOST_FORMATS = 200;

const formats = new Map<string, Intl.NumberFormat>();

/** Creating a format takes as long as rendering a message. */
function formatOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${Object.values(options).join(' ')}`;
  const found = formats.get(key);
  if (found) return found;
  if (formats.size >= MOST_FORMATS) formats.clear();
  const made = new Intl.NumberFormat(language, options);
  formats.set(key, made);
  return made;
}

/** Exact: Intl reads the digits of a text, not the nearest float. */
const write = (exact: Decimal, language: string, options: Intl.NumberFormatOptions): string =>
  formatOf(language, options).format(exact.toFixed() as Intl.StringNumericLiteral);

/** A number to show; undefined if the value is not a number. */
function amountOf(value: unknown): Decimal | undefined {
  const text = value instanceof LiquidNumber || typeof value === 'number' ? '0' : shownText(value).trim();
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(text)) return undefined;
  const { exact } = operandOf(value);
  return exact.isFinite() ? exact : undefined;
}

/** `locale: "de"` overrides the language of the message. */
const languageFor = (filter: FilterContext, named: Record<string, unknown>): string =>
  known(named.locale) ?? filter.context.language;

function nothing({ context, token }: FilterContext, value: unknown): string {
  const text = shownText(value);
  if (text !== '') context.remark(`${token.getText()} was given "${text.slice(0, 40)}", which is no number.`);
  return '';
}

/**
 * `{{ event.value | money: event.currency }}`: an amount in the smallest unit of a currency, formatted in the language of
 * the message. Empty if the value is not a number.
 */
function money(this: FilterContext, value: unknown, ...given: unknown[]): string {
  const { named, positional } = argumentsOf(this, given);
  const amount = amountOf(value);
  if (!amount) return nothing(this, value);
  const currency = shownText(positional[0]).trim().toUpperCase();
  const language = languageFor(this, named);
  if (!/^[A-Z]{3}$/.test(currency)) {
    this.context.remark(`${this.token.getText()} has no currency, such as "EUR".`);
    return write(amount.div(10 ** USUAL_DIGITS), language, digitsOf(USUAL_DIGITS));
  }
  const digits = OTHER_DIGITS[currency] ?? USUAL_DIGITS;
  return write(amount.div(10 ** digits).toDecimalPlaces(digits), language, {
    style: 'currency',
    currency,
    ...digitsOf(digits),
  });
}

/** `{{ 1234.5 | number: 2 }}`: a formatted number. `digits`: after the decimal point. */
function number(this: FilterContext, value: unknown, ...given: unknown[]): string {
  const { named, positional } = argumentsOf(this, given);
  const amount = amountOf(value);
  if (!amount) return nothing(this, value);
  const [wanted] = positional;
  if (wanted == null) return write(amount, languageFor(this, named), { maximumFractionDigits: MOST_DIGITS });
  const digits = Math.max(0, Math.min(MOST_DIGITS, Math.trunc(operandOf(wanted).exact.toNumber())));
  return write(amount.toDecimalPlaces(digits), languageFor(this, named), digitsOf(digits));
}

const digitsOf = (digits: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
});

export const AMOUNT_FILTERS = { money, number };
