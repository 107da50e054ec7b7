import { OTHER_DIGITS } from '../generated/currency-digits.ts';
import type { Language } from '../validation/language.ts';

/** An amount in the smallest unit of its currency, for readers. Its decimals are those of ISO 4217, not habits of writing. */
export function moneyIn(language: Language, amount: number, currency: string): string {
  const digits = OTHER_DIGITS[currency] ?? 2;
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...decimals }).format(amount / 10 ** digits);
}
