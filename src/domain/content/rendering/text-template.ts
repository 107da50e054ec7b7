import { plainText } from './plain-text.ts';

/** Liquid whose HTML depends on the values. */
const WRITES_HTML = /\|\s*(raw|newline_to_br|strip_html)\b|\{%-?\s*(raw|liquid|comment|doc)\b|<[^<>]*\{%/;

/** A tag around list entries or table cells: in a text it would leave blank lines. */
const AROUND_ENTRIES = /<\/?(?:ul|ol|li|table|tbody|thead|tr|td|th)\b[^<>]*>\s*\{%/i;

/** An element that only some people see. */
const MAY_BE_HIDDEN = /\b(?:display|visibility|overflow|height|mso-hide)\s*:[^:;"'<>]*\{\{/i;

/** A table whose column widths depend on the values. */
const IS_ALIGNED = /\bclass="aligned\b/;

const DEPENDS_ON_VALUES = [WRITES_HTML, AROUND_ENTRIES, MAY_BE_HIDDEN, IS_ALIGNED];

const TAG = /\{%-?\s*(\w+)/g;

/**
 * Makes the text part of an HTML template as a template, so that HTML is converted once, not for each message. Returns
 * undefined if the text could differ from that of the rendered HTML; then convert each message's HTML.
 */
export function textTemplate(html: string): string | undefined {
  if (DEPENDS_ON_VALUES.some((pattern) => pattern.test(html))) return undefined;
  let text: string;
  try {
    text = plainText(html);
  } catch {
    return undefined;
  }
  return tagsIn(text) === tagsIn(html) ? text : undefined;
}

const tagsIn = (source: string): string => [...source.matchAll(TAG)].map(([, name]) => name).join();
