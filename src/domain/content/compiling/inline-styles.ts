import { randomBytes } from 'node:crypto';
import juice from 'juice';
import { cascade, type Given, type Item } from './css/cascade.ts';
import { keptStyles } from './css/kept-styles.ts';
import { wins } from './css/overlap.ts';
import { type Element, type HtmlWords, type Page, readPage } from './css/page.ts';
import { type Precedence, precedence } from './css/precedence.ts';
import { type Declaration, declarationsOf, readSheet } from './css/sheet.ts';

/** CSS from outside the HTML's `<style>` elements. */
export interface GivenStyles {
  css: string;
  /** Our CSS, not the author's: rules that the page has no use for are dropped. */
  isOurs?: boolean;
}

interface Options {
  /** Whether the HTML's own `<style>` elements are inlined too, or left unchanged. */
  own: 'inlined' | 'kept';
  words: HtmlWords;
}

/**
 * Writes CSS into the style attributes of the elements it selects, where every mail client reads it. Rules stay in
 * `<style>` elements if they cannot be attributes, or may select more elements once Liquid has run.
 */
export function inlineStyles(html: string, given: readonly GivenStyles[], { own, words }: Options): string {
  const page = readPage(html, words);
  const elements = own === 'inlined' ? page.styles.filter(({ isPlain }) => isPlain) : [];
  const ofElements = elements.map((element) => ({
    at: element.inner.start,
    element,
    sheet: readSheet(html.slice(element.inner.start, element.inner.end), words),
    isOurs: false,
  }));
  const added = given.map(({ css, isOurs = false }) => ({ at: page.head, sheet: readSheet(css, words), isOurs }));
  const sheets = [...ofElements, ...added].toSorted((a, b) => a.at - b.at);
  const items = cascade(sheets, page);
  const order = precedence(items, page);
  const kept = (sheet: Given['sheet']) => keptStyles(sheet, items, order.lifted);
  const edits = [
    ...ofElements.map(({ element, sheet }) => replaced(element, kept(sheet))),
    ...added.map(({ at, sheet }) => ({ start: at, end: at, text: styleElement(kept(sheet)) })),
  ];
  return write(page, items, order, edits);
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

const styleElement = (css: string): string => (css === '' ? '' : `<style>\n${css}\n</style>`);

const replaced = ({ start, end, inner }: Page['styles'][number], css: string): Edit =>
  css === '' ? { start, end, text: '' } : { ...inner, text: `\n${css}\n` };

/** Marks elements with their rules, and lets juice write the attributes. */
function write(page: Page, items: readonly Item[], { withheld, firm }: Precedence, edits: readonly Edit[]): string {
  const mark = `lq${randomBytes(6).toString('hex')}`;
  const rules = new Map<string, string>();
  const marks = new Map<Element, string[]>();
  const ordered = items.filter(({ inlined }) => inlined.size > 0).toSorted((a, b) => (wins(a, b) ? 1 : -1));
  for (const [index, { rule, inlined }] of ordered.entries()) {
    for (const element of inlined) {
      const isFirm = (one: Declaration): boolean => one.important || (firm.get(element)?.has(one) ?? false);
      const own = rule.declarations.filter((one) => !withheld.get(element)?.has(one));
      const body = written(own.map((one) => ({ ...one, important: isFirm(one) })));
      const name = `${index}${variant(rules, index, body)}`;
      rules.set(name, body);
      marks.set(element, [...(marks.get(element) ?? []), name]);
    }
  }
  const marked = [...marks].map(([element, names]) => inTag(element, ` ${mark}="${names.join(' ')}"`));
  const html = edited(page.text, [...edits, ...marked, ...[...firm].flatMap((one) => firmStyles(page.text, ...one))]);
  if (marks.size === 0) return html;
  const extraCss = [...rules].map(([name, body]) => `[${mark}~="${name}"]{${body}}`).join('\n');
  return juice(html, { ...JUICE, extraCss }).replace(new RegExp(` ${mark}="[^"]*"`, 'g'), '');
}

/** A suffix for the number of a rule: empty for its usual body, letters for each other one. */
function variant(rules: Map<string, string>, index: number, body: string): string {
  let letters = '';
  while (rules.has(`${index}${letters}`) && rules.get(`${index}${letters}`) !== body) letters += 'v';
  return letters;
}

const JUICE = {
  applyStyleTags: false,
  removeStyleTags: false,
  insertPreservedExtraCss: false,
  inlinePseudoElements: false,
  preserveImportant: true,
};

const written = (declarations: readonly Declaration[]): string =>
  declarations
    .filter(({ property }) => /^-?[a-z_]|^--/i.test(property))
    .map(({ property, value, important }) => `${property}:${value}${important ? ' !important' : ''}`)
    .join(';');

function inTag({ startIndex, name }: Element, text: string): Edit {
  const at = (startIndex ?? 0) + 1 + name.length;
  return { start: at, end: at, text };
}

/** Makes declarations in an element's own style attribute important. */
function firmStyles(text: string, { startIndex, attribs }: Element, declarations: Set<Declaration>): Edit[] {
  const style = attribs.style ?? '';
  const own = declarationsOf(style);
  const found = STYLE.exec(text.slice(startIndex ?? 0));
  if (!found || (found[2] ?? found[3]) !== style) return [];
  const start = (startIndex ?? 0) + found.index + found[0].length - 1 - style.length;
  return own
    .filter(({ property, end }) => [...declarations].some((one) => one.property === property && one.end === end))
    .map(({ end }) => ({ start: start + end, end: start + end, text: ' !important' }));
}

const STYLE = /^<(?:"[^"]*"|'[^']*'|[^'">])*?\sstyle\s*=\s*("([^"]*)"|'([^']*)')/i;

function edited(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}
