import { compile, type Element } from 'html-to-text';
import { html as markup } from '../../../validation/html.ts';
import { addressInText } from '../address-in-text.ts';
import { alignedTable } from './aligned-table.ts';
import { removeHidden } from './hidden-elements.ts';
import { HTML_CHARACTERS } from './limits.ts';

const LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

/**
 * Makes the text part from HTML: blocks become lines, links `text (address)`, images their alternative text. Leaves out
 * hidden parts.
 */
export const plainText = (html: string): string =>
  withoutRepeatedLinks(convert(`<${ROOT}>${html}</${ROOT}>`).replace(EMPTY_LINES, '\n\n').trim());

/** An element around the whole, from which hidden parts are removed. */
const ROOT = 'x-message';

/** Makes the HTML part from text, shown literally. */
export const htmlOfText = (text: string): string =>
  markup`<!doctype html>
<html><head><meta charset="utf-8"></head><body><div style="white-space:pre-wrap">${text}</div></body></html>`.text;

/**
 * A picture with a link becomes its alternative text and the address. If a nearby text has the same link, the address is
 * dropped, and so is an equal alternative text.
 */
function withoutRepeatedLinks(text: string): string {
  const lines = text.split('\n');
  const shown = lines.flatMap((line, index) => {
    const [, words = '', linked, address = linked] = PICTURE.exec(line) ?? [];
    if (address === undefined) return [line];
    const again = lines.slice(index + 1, index + 1 + NEAR).find((other) => other.includes(`(${address})`));
    if (again === undefined) return [line];
    return words === '' || again.replaceAll(MARK, '') === `${words} (${address})` ? [] : [words];
  });
  return shown.join('\n').replaceAll(MARK, '').replace(EMPTY_LINES, '\n\n').trim();
}

/** Marks the alternative text of a picture until the text is complete. For private use: no font has it. */
const MARK = '\ue000';
/** Alone on its line: a picture's text and its address, or Liquid for one. */
const PICTURE = /^(?:\ue000([^\ue000]*)\ue000 \((https?:\/\/\S+|\{\{[^{}]*\}\})\)|(https?:\/\/\S+|\{\{[^{}]*\}\}))$/;
/** Lines, with the empty ones between them. */
const NEAR = 7;

/** Pictures side by side do not make one word. */
function alternativeOf({ attribs, prev, parent }: Element): string {
  const text = attribs?.alt?.trim() ?? '';
  if (text === '') return '';
  const before = prev ?? (parent?.name === 'a' ? parent.prev : undefined);
  return `${before?.name ? ' ' : ''}${MARK}${text}${MARK}`;
}

/** Layouts leave many empty lines. The pattern is linear: no text makes it backtrack. */
const EMPTY_LINES = /\n[^\S\n]*\n\s*\n/g;

const convert = compile({
  wordwrap: false,
  limits: { maxInputLength: HTML_CHARACTERS + 100, maxDepth: 200, ellipsis: '…' },
  formatters: {
    alignedTable,
    alternative: (image, _, builder) => builder.addInline(alternativeOf(image)),
    visible: (root, walk, builder) => {
      removeHidden(root);
      walk(root.children, builder);
    },
  },
  baseElements: { selectors: [ROOT] },
  selectors: [
    {
      selector: 'a',
      options: {
        linkBrackets: [' (', ')'],
        hideLinkHrefIfSameAsText: true,
        ignoreHref: false,
        noAnchorUrl: true,
        pathRewrite: addressInText,
      },
    },
    { selector: ROOT, format: 'visible' },
    { selector: 'img', format: 'alternative' },
    { selector: 'a.plain', format: 'anchor', options: { ignoreHref: true } },
    { selector: 'table.aligned', format: 'alignedTable' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', format: 'block' },
    ...['tr', 'th', 'td'].map((selector) => ({ selector, format: 'block', options: LINE })),
    { selector: 'head', format: 'skip' },
  ],
});
