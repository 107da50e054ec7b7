import { type Context, defaultOperators, type Operators, Tokenizer, toValue } from 'liquidjs';

/** `blank`, as LiquidJS has it in sources. */
const BLANK = (new Tokenizer('blank').readLiteral() as { content?: unknown } | undefined)?.content;

type Compare = (left: unknown, right: unknown, context: Context) => unknown;

const equal = defaultOperators['=='] as Compare;
const contains = defaultOperators.contains as Compare;

/** `nil == blank` is true in either order. */
const equals: Compare = (left, right, context) =>
  right === BLANK ? equal(right, left, context) : equal(left, right, context);

/** Nothing contains nil or false. */
function* containing(left: unknown, right: unknown, context: Context): Generator<unknown, boolean> {
  const wanted = toValue(right) as unknown;
  if (wanted === null || wanted === undefined || wanted === false) return false;
  return (yield contains(left, right, context)) as unknown as boolean;
}

function* differs(left: unknown, right: unknown, context: Context): Generator<unknown, boolean> {
  return !(yield equals(left, right, context));
}

/** The operators of conditions. `<>` is an older way to write `!=`. */
export const OPERATORS = {
  ...defaultOperators,
  '==': equals,
  '!=': differs,
  '<>': differs,
  contains: containing,
} as unknown as Operators;
