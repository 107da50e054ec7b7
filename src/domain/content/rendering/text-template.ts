import { plainText } from './plain-text.ts';

/** Puts HTML where only the values tell what it says. */
const WRITES_HTML = /\|\s*(raw|newline_to_br|strip_html)\b|\{%-?\s*(raw|liquid|comment)\b|<[^>]*\{%/;

const TAG = /\{%-?\s*(\w+)/g;

/**
 * The text part of an HTML template as a template of its own, so that it is made once and not for each message. Undefined
 * where that would not say the same: then the text is to be made from each HTML.
 */
export function textTemplate(html: string): string | undefined {
  if (WRITES_HTML.test(html)) return undefined;
  let text: string;
  try {
    text = plainText(html);
  } catch {
    return undefined;
  }
  return tagsIn(text) === tagsIn(html) ? text : undefined;
}

const tagsIn = (source: string): string => [...source.matchAll(TAG)].map(([, name]) => name).join();
