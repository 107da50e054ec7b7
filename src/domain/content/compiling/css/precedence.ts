import { type Attribute, Attributes } from './attributes.ts';
import type { Item } from './cascade.ts';
import { overlap, wins } from './overlap.ts';
import type { Element, Page } from './page.ts';
import type { Declaration } from './sheet.ts';

/** Changes that preserve the precedence of declarations, although attributes win over all rules in style elements. */
export interface Precedence {
  /** Kept declarations that become important. */
  lifted: Set<Declaration>;
  /** Declarations in the attributes of an element that become important, to win over lifted ones. */
  firm: Map<Element, Set<Declaration>>;
  /** Declarations that are not written onto an element because a kept one wins there. Their rules are kept too. */
  withheld: Map<Element, Set<Declaration>>;
}

interface Stay {
  item: Item;
  declaration: Declaration;
}

/**
 * Compares kept rules with those that become attributes. A kept rule that should win becomes important, and so do
 * attributes that must win over it. If that would beat rules that were already important, nothing changes; only where
 * Liquid decides on the rule, the attribute is left out.
 */
export function precedence(items: readonly Item[], page: Page): Precedence {
  const attributes = new Attributes(page, items);
  const staying = items.flatMap((item) =>
    item.isKept && !item.selector.isPart ? item.rule.declarations.map((declaration) => ({ item, declaration })) : [],
  );
  const rivals = new Rivals(attributes, staying);
  const needed = staying.filter((stay) => rivals.losers(stay).length > 0);
  const refused = new Set<Stay>();
  let lifted = new Set<Stay>();
  for (let isStable = needed.length === 0; !isStable; ) {
    lifted = withWinners(
      needed.filter((one) => !refused.has(one)),
      staying,
    );
    const bad = [...lifted].filter((one) => refused.has(one) || !rivals.mayBeLifted(one));
    const more = needed.filter(
      (one) => !refused.has(one) && bad.some(({ declaration }) => overlap(declaration, one.declaration)),
    );
    for (const one of more) refused.add(one);
    isStable = more.length === 0;
  }
  const [firm, withheld] = [new Marks(), new Marks()];
  for (const stay of lifted) {
    for (const [element, { declaration }] of rivals.winners(stay)) firm.add(element, declaration);
  }
  for (const stay of refused) {
    if (!stay.item.selector.isStatic || !stay.item.statement.rule) continue;
    for (const [element, { item, declaration }] of rivals.losers(stay)) {
      withheld.add(element, declaration);
      item.isKept = true;
    }
  }
  return { lifted: new Set([...lifted].map(({ declaration }) => declaration)), firm, withheld };
}

class Marks extends Map<Element, Set<Declaration>> {
  add(element: Element, declaration: Declaration): void {
    this.set(element, (this.get(element) ?? new Set()).add(declaration));
  }
}

/** The attributes and rules that compete with a kept rule. */
class Rivals {
  readonly #attributes: Attributes;
  readonly #important: Stay[];

  constructor(attributes: Attributes, staying: readonly Stay[]) {
    this.#attributes = attributes;
    this.#important = staying.filter(({ declaration }) => declaration.important);
  }

  /** The attributes that a kept rule would beat if they were rules too. */
  losers({ item, declaration }: Stay): (readonly [Element, Required<Attribute>])[] {
    if (declaration.important) return [];
    return item.potential().flatMap((element) =>
      item.inlined.has(element)
        ? []
        : this.#attributes
            .about(element, declaration)
            .filter((one): one is Required<Attribute> => one.item !== undefined && wins(item, one.item))
            .filter((one) => one.declaration !== declaration)
            .map((one) => [element, one] as const),
    );
  }

  /** The attributes that beat it, even once it is important. */
  winners({ item, declaration }: Stay): (readonly [Element, Attribute])[] {
    return item.potential().flatMap((element) =>
      this.#attributes
        .about(element, declaration)
        .filter((one) => one.item !== item && !(one.item && wins(item, one.item)))
        .map((one) => [element, one] as const),
    );
  }

  /** Whether a declaration and the attributes that beat it can become important without beating any important rule. */
  mayBeLifted(stay: Stay): boolean {
    const { item, declaration } = stay;
    const beaten = this.#important.filter((other) => overlap(other.declaration, declaration) && wins(item, other.item));
    const firm = this.winners(stay);
    return this.#important.every(
      (other) =>
        !(beaten.includes(other) && other.item.potential().some((element) => item.potential().includes(element))) &&
        !firm.some(
          ([element, one]) => overlap(one.declaration, other.declaration) && other.item.potential().includes(element),
        ),
    );
  }
}

/** Adds the rules that beat the given ones and must continue to. */
function withWinners(given: readonly Stay[], staying: readonly Stay[]): Set<Stay> {
  const all = new Set(given);
  for (const one of all) {
    for (const other of staying) {
      if (all.has(other) || other.declaration.important || other.item === one.item) continue;
      if (overlap(other.declaration, one.declaration) && wins(other.item, one.item)) all.add(other);
    }
  }
  return all;
}
