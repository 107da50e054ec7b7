import { entriesOf, propertyOf } from '../entries.ts';
import type { FilterContext } from '../filter-context.ts';
import { Decimal, type LiquidNumber, type Operand, operandOf, resultOf } from '../liquid-number.ts';

type Result = number | LiquidNumber;

/** Combines two operands. The result is an integer if both are, unless the filter decides otherwise. */
const binary = (calculate: (one: Decimal, other: Decimal) => Decimal) =>
  function (this: FilterContext, one: unknown, other: unknown): Result {
    const [left, right] = [operandOf(one), operandOf(other)];
    const areIntegers = left.isInteger && right.isInteger;
    return noting(this, resultOf(calculate(left.exact, right.exact), areIntegers));
  };

/** Notes a result that is not a readable number. */
function noting({ context }: FilterContext, result: Result): Result {
  if (typeof result === 'number' && !Number.isFinite(result)) context.hasOddNumber = true;
  return result;
}

const unary =
  (calculate: (operand: Operand) => Decimal, isInteger?: true) =>
  (value: unknown): Result => {
    const operand = operandOf(value);
    return resultOf(calculate(operand), isInteger ?? operand.isInteger);
  };

/** The larger or the smaller of two, unchanged. */
const chosen = (isFirst: (one: Decimal, other: Decimal) => boolean) => (one: unknown, other: unknown) => {
  const [left, right] = [operandOf(one), operandOf(other)];
  const { exact, isInteger } = isFirst(left.exact, right.exact) ? left : right;
  return resultOf(exact, isInteger);
};

/**
 * Dividing integers gives an integer, rounded down. The third argument, known from LiquidJS, requires that for other
 * numbers too.
 */
function dividedBy(this: FilterContext, one: unknown, other: unknown, wholeOnly?: unknown): Result {
  const [left, right] = [operandOf(one), operandOf(other)];
  const isInteger = (left.isInteger && right.isInteger) || wholeOnly === true;
  const quotient = left.exact.div(right.exact);
  return noting(this, resultOf(isInteger ? quotient.floor() : quotient, isInteger));
}

/** The remainder has the sign of the divisor. */
const modulo = (one: Decimal, other: Decimal): Decimal => one.minus(one.div(other).floor().times(other));

/** No number has more decimals than this. */
const MOST_DECIMALS = 40;

/** Halves round away from zero. Without decimals the result is an integer. */
function round(value: unknown, decimals?: unknown): Result {
  const { exact, isInteger } = operandOf(value);
  const places = Math.trunc(
    Math.max(-MOST_DECIMALS, Math.min(MOST_DECIMALS, operandOf(decimals).exact.toNumber() || 0)),
  );
  if (places < 0) {
    const unit = new Decimal(10).pow(-places);
    return resultOf(exact.div(unit).toDecimalPlaces(0).times(unit), true);
  }
  return resultOf(exact.toDecimalPlaces(places), isInteger || places === 0);
}

function sum(this: FilterContext, list: unknown, property?: unknown): Result {
  let total = new Decimal(0);
  let areIntegers = true;
  for (const entry of entriesOf(list, this.context)) {
    const { exact, isInteger } = operandOf(property == null ? entry : propertyOf(entry, property, this.context));
    total = total.plus(exact);
    areIntegers &&= isInteger;
  }
  return resultOf(total, areIntegers);
}

/** Decimal arithmetic: 0.1 plus 0.2 is 0.3. */
export const NUMBER_FILTERS = {
  plus: binary((one, other) => one.plus(other)),
  minus: binary((one, other) => one.minus(other)),
  times: binary((one, other) => one.times(other)),
  modulo: binary(modulo),
  divided_by: dividedBy,
  round,
  sum,
  abs: unary(({ exact }) => exact.abs()),
  ceil: unary(({ exact }) => exact.ceil(), true),
  floor: unary(({ exact }) => exact.floor(), true),
  at_least: chosen((one, other) => one.gte(other)),
  at_most: chosen((one, other) => one.lte(other)),
};
