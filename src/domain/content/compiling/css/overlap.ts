import type { Item } from './cascade.ts';
import type { Declaration } from './sheet.ts';

/** Whether a declaration of one rule wins over one of another with the same importance. */
export const wins = (one: Item, other: Item): boolean =>
  one.selector.specificity === other.selector.specificity
    ? one.order > other.order
    : one.selector.specificity > other.selector.specificity;

/** Whether two declarations set the same thing: `padding` and `padding-left`, `font` and `line-height`. */
export function overlap(
  { property: a }: Pick<Declaration, 'property'>,
  { property: b }: Pick<Declaration, 'property'>,
): boolean {
  if (a === b || a === 'all' || b === 'all') return true;
  if (a.startsWith(`${b}-`) || b.startsWith(`${a}-`)) return true;
  if (isBorder(a) && isBorder(b)) return sides(a, b);
  return (a === 'font' && b === 'line-height') || (a === 'line-height' && b === 'font');
}

const isBorder = (property: string): boolean => /^border(?!-(?:radius|spacing|collapse|.*-radius))/.test(property);

/** `border-left` and `border-color` both set the colour on the left. */
const sides = (a: string, b: string): boolean => {
  const [sideA, sideB] = [a, b].map((one) => /top|right|bottom|left/.exec(one)?.[0]);
  const [kindA, kindB] = [a, b].map((one) => /color|style|width|image/.exec(one)?.[0]);
  return (!sideA || !sideB || sideA === sideB) && (!kindA || !kindB || kindA === kindB);
};
