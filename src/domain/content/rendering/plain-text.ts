import { compile } from 'html-to-text';
import { HTML_CHARACTERS } from './limits.ts';

const LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

/** A text part for a message that has none: blocks become lines, a link `text (address)`; pictures and what is hidden are left out. */
export const plainText = (html: string): string => convert(html).replace(EMPTY_LINES, '\n\n').trim();

/** Layout leaves many behind. What it begins with cannot be matched twice, so that no text takes long. */
const EMPTY_LINES = /\n[^\S\n]*\n\s*\n/g;

const convert = compile({
  wordwrap: false,
  limits: { maxInputLength: HTML_CHARACTERS, maxDepth: 200, ellipsis: '…' },
  selectors: [
    {
      selector: 'a',
      options: { linkBrackets: [' (', ')'], hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true },
    },
    { selector: 'img', format: 'skip' },
    // What inboxes show after the subject: it stands in the message again.
    ...['display:none', 'display: none'].map((start) => ({ selector: `div[style^="${start}"]`, format: 'skip' })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', format: 'block' },
    ...['tr', 'th', 'td'].map((selector) => ({ selector, format: 'block', options: LINE })),
    { selector: 'head', format: 'skip' },
  ],
});
