import { Decimal as Base } from 'decimal.js';
import { Drop } from 'liquidjs';

/** 40 digits: far more than an amount of money has. Halves round away from zero, as in Ruby. */
export const Decimal = Base.clone({ precision: 40, rounding: Base.ROUND_HALF_UP, toExpNeg: -7, toExpPos: 21 });
export type Decimal = Base;

/**
 * A number that JavaScript's own cannot hold as Liquid shows it: 5.0, which is no integer, and integers over 2^53. Every other
 * number stays a plain one.
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

/** A number to calculate with. */
export interface Operand {
  exact: Decimal;
  isInteger: boolean;
}

/** Longer digits are no number that a message shows, and take long to calculate with. */
const MOST_DIGITS = 100;

/** Reads a value as Ruby Liquid does: "12.5" is 12.5, "12 pieces" is 12, and a value that begins with no digit is 0. */
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

/** Gives a result back to Liquid, rounded to what a number with a fraction can hold. */
export function resultOf(exact: Decimal, isInteger: boolean): number | LiquidNumber {
  const plain = exact.toNumber();
  if (!Number.isFinite(plain)) return plain;
  if (!Number.isInteger(plain)) return plain;
  if (isInteger && Number.isSafeInteger(plain)) return plain === 0 ? 0 : plain;
  return new LiquidNumber(isInteger ? exact : new Decimal(plain === 0 ? 0 : plain), isInteger);
}
