import type { Item } from './cascade.ts';
import { overlap } from './overlap.ts';
import type { Element, Page } from './page.ts';
import { type Declaration, declarationsOf } from './sheet.ts';

/** A declaration in the style attribute of an element, as it will be. */
export interface Attribute {
  /** The rule that it comes from. Absent for a style of the element's own. */
  item?: Item;
  declaration: Declaration;
}

/** What is in the style attributes of a page. */
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

  /** The declarations on an element that are about the same as this one, and as important as the usual ones. */
  about(element: Element, declaration: Declaration): Attribute[] {
    const all = this.#found.get(element) ?? [];
    return all.filter((one) => !one.declaration.important && overlap(one.declaration, declaration));
  }
}
