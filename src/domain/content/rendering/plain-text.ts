import { compile } from 'html-to-text';
import { HTML_CHARACTERS } from './limits.ts';

const LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

/** A text part for a message that has none: blocks become lines, a link `text (address)`, pictures their description. */
export const plainText: (html: string) => string = compile({
  wordwrap: false,
  limits: { maxInputLength: HTML_CHARACTERS, maxDepth: 200, ellipsis: '…' },
  selectors: [
    {
      selector: 'a',
      options: { linkBrackets: [' (', ')'], hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true },
    },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', format: 'block' },
    ...['tr', 'th', 'td'].map((selector) => ({ selector, format: 'block', options: LINE })),
    { selector: 'head', format: 'skip' },
  ],
});
