import { filters } from 'liquidjs';
import type { FilterContext } from '../filter-context.ts';
import { escapeOnce, SafeHtml } from '../safe-html.ts';
import { shownText } from '../shown-text.ts';

const REFERENCES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The visible text of HTML without tags. */
export const unescapeHtml = (html: string): string =>
  html.replace(
    /&(?:([a-z]+)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return REFERENCES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

/** A filter whose result is HTML, and plain text in the subject and the text part. */
const safe = (toHtml: (value: unknown, text: string) => string, toText = (text: string) => text) =>
  function (this: FilterContext, value: unknown): SafeHtml | string {
    const text = shownText(value);
    this.context.memoryLimit.use(text.length);
    if (!this.context.isHtml) return toText(text);
    return new SafeHtml(toHtml(value, text), toText(text));
  };

const strip = (html: string, context: FilterContext): string =>
  (filters.strip_html as (this: unknown, html: string) => string).call(context, html);

/** Removes tags, scripts, styles and comments. The result is still HTML: `&amp;` stays. */
function stripHtml(this: FilterContext, value: unknown): SafeHtml | string {
  const text = shownText(value);
  const stripped = strip(value instanceof SafeHtml ? SafeHtml.of(value, text) : text, this);
  return this.context.isHtml ? new SafeHtml(escapeOnce(stripped), unescapeHtml(stripped)) : unescapeHtml(stripped);
}

function raw(this: FilterContext, value: unknown): unknown {
  return this.context.isHtml && value instanceof SafeHtml ? SafeHtml.of(value, '') : value;
}

/** Escapes text joined to safe HTML, so that the whole is safe. */
const joined = (join: (value: string, other: string) => string) =>
  function (this: FilterContext, value: unknown, other: unknown): SafeHtml | string {
    const [one, two] = [shownText(value), shownText(other)];
    this.context.memoryLimit.use(one.length + two.length);
    const text = join(one, two);
    if (!(value instanceof SafeHtml || other instanceof SafeHtml)) return text;
    return new SafeHtml(join(SafeHtml.of(value, one), SafeHtml.of(other, two)), text);
  };

const escaped = safe(SafeHtml.of);

/** Filters with HTML results. They escape their input, so that no outside markup reaches the message. */
export const HTML_FILTERS = {
  escape: escaped,
  h: escaped,
  xml_escape: escaped,
  escape_once: safe(
    (value, text) => (value instanceof SafeHtml ? SafeHtml.of(value, text) : escapeOnce(text)),
    unescapeHtml,
  ),
  newline_to_br: safe((value, text) => SafeHtml.of(value, text).replace(/\r?\n/g, '<br />\n')),
  strip_html: stripHtml,
  raw: { raw: true, handler: raw },
  append: joined((value, other) => value + other),
  prepend: joined((value, other) => other + value),
};
