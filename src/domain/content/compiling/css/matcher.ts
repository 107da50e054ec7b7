import { compile } from 'css-select';
import type { Element, Page } from './page.ts';
import { OPEN, type Part, type Selector } from './selector.ts';

export class Matcher {
  readonly page: Page;
  readonly #known = new Map<string, Element[] | undefined>();

  constructor(page: Page) {
    this.page = page;
  }

  /** The elements that a selector selects, or undefined if it cannot be evaluated. */
  all(selector: string): Element[] | undefined {
    if (!this.#known.has(selector)) this.#known.set(selector, find(selector, this.page));
    return this.#known.get(selector);
  }

  /**
   * The elements that a selector may select, given the additions of Liquid and mail clients. `by`: whether neighbouring
   * elements and states such as `:hover` are taken as they are now.
   */
  potential({ parts, isPart }: Selector, by: 'relaxed' | 'loose'): Element[] {
    if (isPart) return [];
    const rest = [...parts];
    // Outlook.com, Gmail and others wrap the message in their own elements: [data-ogsc], #MessageViewBody.
    while (rest.length > 1 && !rest[0]!.isOnlyClasses && this.all(rest[0]![by])?.length === 0) rest.shift();
    return this.all(joined(rest, by)) ?? [];
  }

  /** Whether it may select more elements than it does now. */
  mayBeMore = ({ parts }: Selector, inlined: Set<Element>): boolean =>
    (this.all(joined(parts, 'relaxed')) ?? []).some((element) => !inlined.has(element));

  /** Whether inserted HTML may contain elements for it. */
  mayBeInRaw({ parts }: Selector): boolean {
    const [first] = parts;
    if (!this.page.hasRaw || !first || /^(?:html|body|head)$/i.test(parts.at(-1)!.relaxed)) return false;
    if (parts.length === 1) return true;
    const around = this.all(first.relaxed) ?? [];
    return around.length === 0 || around.some((element) => this.page.aroundRaw.has(element));
  }
}

const joined = (parts: readonly Part[], by: 'relaxed' | 'loose'): string =>
  parts.map((part, index) => (index === 0 ? part[by] : `${part.combinator}${part[by]}`)).join('');

/** Whether Liquid writes attributes of the element or of an ancestor that selectors may refer to. */
export function isOpen(element: Element): boolean {
  for (let one: Element['parent'] = element; one && 'attribs' in one; one = one.parent) {
    if (one.attribs[OPEN]?.split(' ').some((name) => !NOT_ASKED.has(name))) return true;
  }
  return false;
}

const NOT_ASKED = new Set([
  'style',
  'href',
  'src',
  'alt',
  'title',
  'width',
  'height',
  'bgcolor',
  'color',
  'background',
]);

function find(selector: string, { elements }: Page): Element[] | undefined {
  try {
    const isSelected = compile<Node, Element>(selector, { xmlMode: false });
    return elements.filter((element) => isSelected(element));
  } catch {
    return undefined;
  }
}

type Node = NonNullable<Element['children'][number]>;
