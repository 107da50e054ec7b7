import { Parser } from 'htmlparser2';

/** A range of a source. */
interface Part {
  begin: number;
  end: number;
}

/** Authors put it before any visible content, so the search stops after this many characters of the body. */
const LOOKED_AT = 20_000;

/** How templates hide it; each mail client needs its own way. */
const HIDES =
  /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|(?:max-height|font-size)\s*:\s*0(?![.\d]*[1-9])/i;

const ELEMENTS = new Set(['div', 'span', 'p', 'center', 'td', 'th', 'font', 'small', 'preheader']);
/** Tags allowed within a text. */
const IN_TEXT = new Set(['br', 'span', 'b', 'i', 'em', 'strong', 'wbr', 'font']);

/**
 * The hidden texts before any visible content: the template's preheader, and the filler after it. A hidden part with
 * pictures or links is something else. `from`: where the body begins.
 */
export function ownPreheaders(source: string, from: number): Part[] {
  const html = source.slice(from, from + LOOKED_AT);
  const found: Part[] = [];
  let hidden: { begin: number; depth: number; isText: boolean } | undefined;
  let depth = 0;
  let silent = 0;
  let isSeen = false;
  const parser = new Parser({
    onopentag(name, { style = '' }) {
      if (SILENT.has(name)) silent += 1;
      if (isSeen) return;
      if (hidden) {
        if (!IN_TEXT.has(name)) hidden.isText = false;
      } else if (ELEMENTS.has(name) && HIDES.test(style)) hidden = { begin: parser.startIndex, depth, isText: true };
      else if (SEEN.has(name)) isSeen = true;
      depth += 1;
    },
    onclosetag(name, isImplied) {
      if (SILENT.has(name)) silent -= 1;
      depth -= 1;
      if (!hidden || depth !== hidden.depth) return;
      if (hidden.isText && !isImplied && !isSeen)
        found.push({ begin: from + hidden.begin, end: from + parser.endIndex + 1 });
      hidden = undefined;
    },
    ontext(text) {
      if (!hidden && silent === 0 && text.replace(/\{%[^%]*%\}/g, '').trim() !== '') isSeen = true;
    },
  });
  parser.write(html);
  return found;
}

/** Their text is not part of the message. */
const SILENT = new Set(['head', 'style', 'title', 'script']);
const SEEN = new Set(['img', 'a', 'hr', 'input', 'video', 'svg']);
