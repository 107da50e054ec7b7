import { plainText } from './plain-text.ts';

/** Liquid whose HTML is known only once the values are. */
const WRITES_HTML = /\|\s*(raw|newline_to_br|strip_html)\b|\{%-?\s*(raw|liquid|comment|doc)\b|<[^<>]*\{%/;

/** An element that only some people see. */
const MAY_BE_HIDDEN = /\b(?:display|visibility|overflow|height|mso-hide)\s*:[^;"'<>]*\{\{/i;

/** A table whose columns are as wide as what will be in them. */
const IS_ALIGNED = /\bclass="aligned\b/;

const TAG = /\{%-?\s*(\w+)/g;

/**
 * Makes the text part of an HTML template as a template, so that HTML is converted once and not for each message.
 * Returns undefined when the text could differ from that of the rendered HTML; then convert each message's HTML.
 */
export function textTemplate(html: string): string | undefined {
  if (WRITES_HTML.test(html) || MAY_BE_HIDDEN.test(html) || IS_ALIGNED.test(html)) return undefined;
  let text: string;
  try {
    text = plainText(html);
  } catch {
    return undefined;
  }
  return tagsIn(text) === tagsIn(html) ? text : undefined;
}

const tagsIn = (source: string): string => [...source.matchAll(TAG)].map(([, name]) => name).join();
