import type { Item } from './cascade.ts';
import { overlap } from './overlap.ts';
import type { Element, Page } from './page.ts';
import { type Declaration, declarationsOf } from './sheet.ts';

/** A declaration for the style attribute of an element. */
export interface Attribute {
  /** The rule that it comes from. Absent for the element's own style. */
  item?: Item;
  declaration: Declaration;
}

/** The future style attributes of a page. */
export class Attributes {
  readonly #found = new Map<Element, Attribute[]>();

  constructor(page: Page, items: readonly Item[]) {
    for (const element of page.elements) {
      const own = declarationsOf(element.attribs.style ?? '');
      if (own.length > 0) {
        this.#found.set(
          element,
          own.map((declaration) => ({ declaration })),
        );
      }
    }
    for (const item of items) {
      const own = item.rule.declarations.map((declaration) => ({ item, declaration }));
      for (const element of item.inlined) {
        const known = this.#found.get(element);
        if (known) known.push(...own);
        else this.#found.set(element, [...own]);
      }
    }
  }

  /** Declarations on an element that overlap this one and have the usual importance. */
  about(element: Element, declaration: Declaration): Attribute[] {
    const all = this.#found.get(element) ?? [];
    return all.filter((one) => !one.declaration.important && overlap(one.declaration, declaration));
  }
}
