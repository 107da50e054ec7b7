import { DomUtils, parseDocument } from 'htmlparser2';
import { OPEN } from './selector.ts';
import type { Words } from './sheet.ts';

/** HTML for styling. Positions are offsets in the text. */
export interface Page {
  text: string;
  /** Elements that can have a style, in text order. An attribute that Liquid writes is only known as open. */
  elements: Element[];
  styles: StyleElement[];
  /** The position for a new `<style>` element. */
  head: number;
  /** Whether unknown HTML is inserted, and the elements around it. */
  hasRaw: boolean;
  aroundRaw: Set<Element>;
  /** Whether Liquid decides how many siblings this element or an ancestor has. */
  isAmongTags(element: Element): boolean;
}

export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];
type Node = ReturnType<typeof parseDocument>['children'][number];
type Parent = Element['parent'];

export interface StyleElement {
  start: number;
  end: number;
  /** The range of its CSS. */
  inner: { start: number; end: number };
  /** Whether its rules always apply, and may be moved into the elements. */
  isPlain: boolean;
}

/** The words that replace Liquid in HTML, including those that insert HTML. */
export interface HtmlWords extends Words {
  isRawIn(text: string): boolean;
}

const WITHOUT_STYLE = new Set(['head', 'title', 'base', 'link', 'style', 'meta', 'script', 'noscript']);

/** Parses HTML whose Liquid has been replaced by words. */
export function readPage(text: string, words: HtmlWords): Page {
  const root = parseDocument(text, { withStartIndices: true, withEndIndices: true });
  const all = DomUtils.getElementsByTagName(() => true, root.children);
  const texts = textsIn(root.children);
  const raw = texts.filter(({ data }) => words.isRawIn(data));
  const amongTags = new Set<Parent>();
  for (const { data, parent } of [...texts.filter(({ data }) => words.tagsIn(data).length > 0), ...raw]) {
    if (data !== '') amongTags.add(parent as Parent);
  }
  for (const element of all) markOpen(element, words);
  return {
    text,
    elements: all.filter(({ name }) => !WITHOUT_STYLE.has(name)),
    styles: all.filter(({ name }) => name === 'style').flatMap(styleOf),
    head: positionOfHead(text),
    hasRaw: raw.length > 0,
    aroundRaw: new Set(raw.flatMap(({ parent }) => ancestors(parent as Parent))),
    isAmongTags: (element) => ancestors(element).some(({ parent }) => amongTags.has(parent)),
  };
}

type Text = { data: string; parent: unknown };

const textsIn = (nodes: readonly Node[]): Text[] =>
  nodes.flatMap((node) => {
    if (node.type === 'text' || node.type === 'comment') return [node as unknown as Text];
    return 'children' in node && node.type !== 'style' && node.type !== 'script'
      ? textsIn(node.children as Node[])
      : [];
  });

/** An element and its ancestors. */
function ancestors(element: Parent): Element[] {
  const found: Element[] = [];
  for (let one = element; one && 'attribs' in one; one = one.parent) found.push(one);
  return found;
}

function styleOf(element: Element): StyleElement[] {
  const [inner] = element.children;
  if (element.children.length !== 1 || !inner) return [];
  const { media = 'all' } = element.attribs;
  return [
    {
      start: element.startIndex ?? 0,
      end: (element.endIndex ?? 0) + 1,
      inner: { start: inner.startIndex ?? 0, end: (inner.endIndex ?? 0) + 1 },
      isPlain: /^\s*(?:(?:all|screen)\s*)?$/i.test(media) && element.attribs['data-embed'] === undefined,
    },
  ];
}

/** Keeps only the certain attributes of an element, and lists the names of the others. */
function markOpen(element: Element, words: Words): void {
  const { attribs } = element;
  const names = Object.keys(attribs);
  const written = names.filter((name) => words.isIn(name) || (name === '' && words.isIn(attribs[name]!)));
  const open = new Set<string>(written.length > 0 ? ['*'] : []);
  const first = names.indexOf(written[0] ?? '');
  for (const name of written.length > 0 ? names.slice(first, names.lastIndexOf(written.at(-1)!) + 1) : []) {
    delete attribs[name];
  }
  for (const [name, value] of Object.entries(attribs).filter(([, value]) => words.isIn(value))) {
    open.add(name);
    if (name === 'class') attribs[name] = certainClasses(value, words);
    else if (name !== 'style') delete attribs[name];
  }
  if (open.size > 0) attribs[OPEN] = [...open].join(' ');
}

function certainClasses(value: string, words: Words): string {
  const tags = words.tagsIn(value);
  const certain = tags.length > 0 ? `${value.slice(0, tags[0]!.end)} ${value.slice(tags.at(-1)!.start)}` : value;
  return certain
    .split(/\s+/)
    .filter((name) => !words.isIn(name))
    .join(' ');
}

function positionOfHead(text: string): number {
  const end = text.search(/<\/head\s*>/i);
  if (end >= 0) return end;
  const start =
    /^(?:\s|<!--[\s\S]*?-->)*(?:<!doctype[^>]*>)?\s*(?:<html(?:\s[^>]*)?>)?(?:\s*<head(?:\s[^>]*)?>)?/i.exec(text);
  return start?.[0].trim() ? start[0].length : 0;
}
