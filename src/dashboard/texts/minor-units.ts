import { OTHER_DIGITS } from '../../generated/dashboard/currency-digits.ts';

/**
 * How many decimals an amount of a currency has by ISO 4217: 2 for EUR and HUF, 0 for JPY, 3 for KWD. A code that it does not list
 * has 2. Browsers do not decide it: `Intl` follows habits of writing, by which Forints have none, and these differ between browsers.
 */
export const digitsOf = (currency: string): number => OTHER_DIGITS[currency.toUpperCase()] ?? 2;

/** An amount in whole units of its currency (12.5), of one in the smallest unit (1250). */
export const inUnits = (amount: number, currency: string): number => shifted(amount, -digitsOf(currency));

/** An amount in the smallest unit of its currency (1250), of one in whole units (12.5). Rounds smaller amounts. */
export const inMinorUnits = (amount: number, currency: string): number =>
  Math.round(shifted(amount, digitsOf(currency)));

/** Moves the decimal point. Multiplying by a power of ten would be inexact: 1.005 * 1000 is below 1005. */
function shifted(amount: number, places: number): number {
  const [digits, exponent = '0'] = String(amount).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}
