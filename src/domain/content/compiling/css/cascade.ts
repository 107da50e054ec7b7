import { isOpen, Matcher } from './matcher.ts';
import type { Element, Page } from './page.ts';
import type { Selector } from './selector.ts';
import type { Rule, Sheet, Statement } from './sheet.ts';

/** CSS, in source order. */
export interface Given {
  sheet: Sheet;
  /** Our CSS, not the author's: rules that the page has no use for are dropped. */
  isOurs: boolean;
}

/** One selector of one rule, and its fate. */
export interface Item {
  sheet: Sheet;
  statement: Statement;
  rule: Rule;
  selector: Selector;
  /** Higher wins if the specificity is equal. */
  order: number;
  /** The elements that get its declarations as attributes. */
  inlined: Set<Element>;
  /** Whether it stays in a style element. */
  isKept: boolean;
  /** Elements that it may select once the message is shown. Lazy, as it is often not needed. */
  potential(): Element[];
}

/** Decides for each rule which elements get its declarations, and whether it must also stay. */
export function cascade(given: readonly Given[], page: Page): Item[] {
  const matcher = new Matcher(page);
  const items: Item[] = [];
  for (const { sheet, isOurs } of given) {
    for (const statement of sheet.statements) {
      for (const rule of statement.rule ? [statement.rule] : statement.conditional) {
        for (const selector of rule.selectors) {
          const isConditional = !statement.rule;
          const fate = isConditional ? STAYS : fateOf(selector, rule, isOurs, matcher);
          const potential = once(() => matcher.potential(selector, fate.inlined.size > 0 ? 'relaxed' : 'loose'));
          items.push({ sheet, statement, rule, selector, order: items.length, ...fate, potential });
        }
      }
    }
  }
  return items;
}

type Fate = Pick<Item, 'inlined' | 'isKept'>;
const STAYS: Fate = { inlined: new Set(), isKept: true };

function fateOf(selector: Selector, rule: Rule, isOurs: boolean, matcher: Matcher): Fate {
  const { page } = matcher;
  if (!selector.isStatic) return STAYS;
  const matched = matcher.all(selector.text);
  if (!matched) return STAYS;
  if (matched.length === 0) {
    return { inlined: new Set(), isKept: selector.isOnlyElements ? page.hasRaw : !isOurs };
  }
  if (selector.isStructural && !isOurs && matched.some(page.isAmongTags)) return STAYS;
  if (selector.isNegative && matched.some(isOpen)) return STAYS;
  const inlined = new Set(matched);
  if (isOurs) return { inlined, isKept: page.hasRaw && selector.isOnlyElements };
  const isKept =
    rule.isMixed || isForOthers(rule, selector) || matcher.mayBeInRaw(selector) || matcher.mayBeMore(selector, inlined);
  return { inlined, isKept };
}

/** Whether kept rules or the mail client itself use these declarations. */
const isForOthers = ({ declarations }: Rule, { text }: Selector): boolean =>
  text === ':root' ||
  declarations.some(({ property }) => property.startsWith('--') || property.includes('color-scheme'));

function once<Value>(read: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}
