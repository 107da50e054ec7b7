import { readAttribute } from './read-attribute.ts';

/** A range of the HTML. */
export interface Span {
  start: number;
  end: number;
}

/** A tag with an address: `<a>`, `<area>`, or a shape of Outlook's. */
export interface LinkTag {
  /** The range of the first `href` value, with any quotes. Browsers ignore others. */
  href: Span | undefined;
  /** The attributes that exempt this link, each with the space before it. */
  markers: readonly Span[];
  /** Whether its clicks are not counted and its address stays unchanged. */
  exempt: boolean;
}

/** The tags with an address. */
const LINK = /<(?:a|area|v:[a-z]+)[\t\n\f\r /]/iy;
/** Elements whose content has no tags. */
const RAW = /<(style|script|title|textarea)[\t\n\f\r />]/iy;

const NONE: readonly Span[] = [];

/**
 * Calls `visit` for each link tag in order, including those in comments that Outlook reads. Follows browsers on tags and
 * quotes, and reads each character once: content with endless unclosed links must not block everything else for minutes.
 */
export function eachLinkTag(html: string, visit: (tag: LinkTag) => void): void {
  let comment = 0; // the end of the comment that Outlook reads
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const from = at + 1;
    const first = html.charCodeAt(from) | 0x20; // in lower case
    if (first === 0x61 /* a */ || first === 0x76 /* v */) {
      at = isAt(LINK, html, at) ? readTag(html, LINK.lastIndex - 1, visit) : from;
    } else if (first === 0x73 /* s */ || first === 0x74 /* t */) {
      at = isAt(RAW, html, at) ? endOfRaw(html, at) : from;
    } else if (at >= comment && html.startsWith('!--', from)) {
      const end = html.indexOf('-->', from + 1);
      if (html.startsWith('[if', from + 3)) {
        comment = end;
        at = from;
      } else at = end;
    } else at = from;
    if (at < 0 || comment < 0) return; // browsers do not show unclosed tags
  }
}

function isAt(pattern: RegExp, html: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(html);
}

function endOfRaw(html: string, from: number): number {
  RAW.lastIndex = from;
  const end = new RegExp(`</${RAW.exec(html)![1]}[\\t\\n\\f\\r />]`, 'gi');
  end.lastIndex = from;
  return end.test(html) ? end.lastIndex : -1;
}

/** Reads the attributes of a tag. Returns its end; −1 if it never ends. */
function readTag(html: string, from: number, visit: (tag: LinkTag) => void): number {
  let href: Span | undefined;
  let markers = NONE;
  let exempt = false;
  for (let start = from; ; ) {
    const read = readAttribute(html, start);
    if (read === undefined) return -1;
    const { name, nameEnd, value, end } = read;
    if (nameEnd === name) {
      visit({ href, markers, exempt });
      return end;
    }
    const length = nameEnd - name;
    if (length === 4 && value >= 0) {
      if (!href && html.slice(name, nameEnd).toLowerCase() === 'href') href = { start: value, end };
    } else if (length === 13) {
      const says = EXEMPTS[html.slice(name, nameEnd).toLowerCase()];
      if (says) markers = [...markers, { start, end }];
      exempt ||=
        says?.(
          value < 0
            ? ''
            : html
                .slice(value, end)
                .replace(/^["']|["']$/g, '')
                .toLowerCase(),
        ) ?? false;
    }
    start = end;
  }
}

/** Attribute names of 13 letters, and whether a value exempts the link. The first always does, unless "false". */
const EXEMPTS: Record<string, (value: string) => boolean> = {
  'data-no-track': (value) => value !== 'false',
  clicktracking: (value) => value === 'off',
};
