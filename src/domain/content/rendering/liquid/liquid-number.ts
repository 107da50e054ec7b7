import { Decimal as Base } from 'decimal.js';
import { Drop } from 'liquidjs';

/** 40 digits: far more than any amount of money. Halves round away from zero, as in Ruby. */
export const Decimal = Base.clone({ precision: 40, rounding: Base.ROUND_HALF_UP, toExpNeg: -7, toExpPos: 21 });
export type Decimal = Base;

/**
 * A number that JavaScript cannot represent as Liquid shows it: 5.0, which is not an integer, and integers over 2^53. All
 * other numbers are plain.
 */
export class LiquidNumber extends Drop {
  readonly #exact: Decimal;
  readonly #isInteger: boolean;

  constructor(exact: Decimal, isInteger: boolean) {
    super();
    this.#exact = exact;
    this.#isInteger = isInteger;
  }

  /** For comparisons, ranges and indexes. */
  override valueOf(): number {
    return this.#exact.toNumber();
  }

  override toString(): string {
    return this.#isInteger ? this.#exact.toFixed() : `${this.#exact.toFixed()}.0`;
  }

  toJSON(): number {
    return this.valueOf();
  }

  operand(): Operand {
    return { exact: this.#exact, isInteger: this.#isInteger };
  }
}

/** A number for calculations. */
export interface Operand {
  exact: Decimal;
  isInteger: boolean;
}

/** Longer numbers never appear in messages, and are slow to calculate with. */
const MOST_DIGITS = 100;

/**
 * Reads a value as Ruby Liquid does: "12.5" is 12.5, "12 pieces" is 12, and a value that does not begin with a digit is 0.
 */
export function operandOf(value: unknown): Operand {
  if (typeof value === 'number') return { exact: new Decimal(value), isInteger: Number.isInteger(value) };
  if (value instanceof LiquidNumber) return value.operand();
  const text = textToRead(value);
  if (/^-?\d+\.\d+$/.test(text)) return { exact: new Decimal(text), isInteger: false };
  return { exact: new Decimal(/^[+-]?\d+/.exec(text)?.[0] ?? 0), isInteger: true };
}

function textToRead(value: unknown): string {
  const plain = value instanceof Drop ? (value as { valueOf(): unknown }).valueOf() : value;
  return typeof plain === 'string'
    ? plain.slice(0, MOST_DIGITS).trim()
    : String(typeof plain === 'number' ? plain : '');
}

/** Returns a result to Liquid, rounded to the precision of a fraction. */
export function resultOf(exact: Decimal, isInteger: boolean): number | LiquidNumber {
  const plain = exact.toNumber();
  if (!Number.isFinite(plain)) return plain;
  if (!Number.isInteger(plain)) return plain;
  if (isInteger && Number.isSafeInteger(plain)) return plain === 0 ? 0 : plain;
  return new LiquidNumber(isInteger ? exact : new Decimal(plain === 0 ? 0 : plain), isInteger);
}
