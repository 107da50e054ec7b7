import type { Item } from './cascade.ts';
import type { Declaration, Sheet, Statement } from './sheet.ts';

/**
 * Returns the CSS of a sheet that stays in a style element, in the author's words, with lifted declarations made important.
 */
export function keptStyles(sheet: Sheet, items: readonly Item[], lifted: Set<Declaration>): string {
  const kept = new Map<Statement, Item[]>();
  for (const item of items) {
    if (item.sheet === sheet && item.isKept) kept.set(item.statement, [...(kept.get(item.statement) ?? []), item]);
  }
  return sheet.statements.flatMap((one) => keptStatement(sheet.text, one, kept.get(one) ?? [], lifted)).join('\n');
}

function keptStatement(text: string, statement: Statement, items: readonly Item[], lifted: Set<Declaration>): string[] {
  const { start, end, missing, rule, conditional } = statement;
  const inRange = (from: number, to: number): string =>
    withImportant(text, from, to, rule ? [rule] : conditional, lifted);
  if (!rule) return [inRange(start, end) + missing];
  if (items.length === 0) return [];
  const isWhole = items.length === rule.selectors.length;
  const selectors = isWhole
    ? text.slice(start, rule.body.start - 1)
    : items.map(({ selector }) => selector.text).join(',');
  return [`${selectors}{${inRange(rule.body.start, rule.body.end)}${missing || '}'}`];
}

function withImportant(
  text: string,
  from: number,
  to: number,
  rules: readonly { declarations: readonly Declaration[] }[],
  lifted: Set<Declaration>,
): string {
  const ends = rules.flatMap(({ declarations }) => declarations.filter((one) => lifted.has(one)).map(({ end }) => end));
  let result = '';
  let at = from;
  for (const end of ends.filter((end) => end >= from && end <= to).toSorted((a, b) => a - b)) {
    result += `${text.slice(at, end)} !important`;
    at = end;
  }
  return result + text.slice(at, to);
}
