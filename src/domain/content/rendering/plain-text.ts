import { compile, type Element } from 'html-to-text';
import { html as markup } from '../../../validation/html.ts';
import { alignedTable } from './aligned-table.ts';
import { HTML_CHARACTERS } from './limits.ts';

const LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

/** Makes the text part from HTML: blocks become lines, links `text (address)`. Images and hidden parts are left out. */
export const plainText = (html: string): string => withoutBareLinks(convert(html).replace(EMPTY_LINES, '\n\n').trim());

/** Makes the HTML part from text, which is shown as it is. */
export const htmlOfText = (text: string): string =>
  markup`<!doctype html>
<html><head><meta charset="utf-8"></head><body><div style="white-space:pre-wrap">${text}</div></body></html>`.text;

/** A picture with a link is only the address of the link, which is left out where a text behind it has the same link. */
function withoutBareLinks(text: string): string {
  const lines = text.split('\n');
  const isSaidAgain = (line: string, index: number) =>
    ALONE.test(line) && lines.slice(index + 1, index + 1 + NEAR).some((other) => other.includes(`(${line})`));
  return lines
    .filter((line, index) => !isSaidAgain(line, index))
    .join('\n')
    .replace(EMPTY_LINES, '\n\n')
    .trim();
}

/** An address, or the Liquid of one, alone on its line. */
const ALONE = /^(?:https?:\/\/\S+|\{\{[^{}]*\}\})$/;
/** Lines, with the empty ones between them. */
const NEAR = 7;

/** Layouts leave many empty lines. The pattern is linear: no text makes it backtrack. */
const EMPTY_LINES = /\n[^\S\n]*\n\s*\n/g;

const convert = compile({
  wordwrap: false,
  limits: { maxInputLength: HTML_CHARACTERS, maxDepth: 200, ellipsis: '…' },
  formatters: {
    alignedTable,
    description: ({ attribs }: Element, _, builder) => builder.addInline(attribs?.alt ?? ''),
  },
  selectors: [
    {
      selector: 'a',
      options: { linkBrackets: [' (', ')'], hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true },
    },
    { selector: 'img', format: 'skip' },
    // What a picture says: the logo, a network, the name of a shop.
    { selector: 'img.said', format: 'description' },
    { selector: 'a.plain', format: 'anchor', options: { ignoreHref: true } },
    { selector: 'table.aligned', format: 'alignedTable' },
    // The preheader, which inboxes show after the subject. The message says the same again.
    ...['display:none', 'display: none'].map((start) => ({ selector: `div[style^="${start}"]`, format: 'skip' })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', format: 'block' },
    ...['tr', 'th', 'td'].map((selector) => ({ selector, format: 'block', options: LINE })),
    { selector: 'head', format: 'skip' },
  ],
});
