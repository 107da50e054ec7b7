import { Parser } from 'htmlparser2';
import { html } from '../../../validation/html.ts';
import { feedAddress } from './feed-address.ts';

const TAGS = new Set(
  (
    'a p br hr div span h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code strong b em i u s sub sup small ' +
    'img figure figcaption table thead tbody tfoot tr td th'
  ).split(' '),
);
const EMPTY = new Set(['br', 'hr', 'img']);
/** Left out with all their content. */
const SILENT = new Set(
  'script style head title iframe object embed applet svg math template noscript noembed noframes textarea select'.split(
    ' ',
  ),
);
const MAX_DEPTH = 40;

/**
 * Sanitises HTML: keeps only harmless tags and closes each of them. Keeps no attributes except link and picture addresses
 * (http and https, made absolute by `base`) and those that pictures and cells need.
 */
export function safeHtml(source: string, base: string | null): string {
  const written: string[] = [];
  /** For each open tag: whether it was written. */
  const open: boolean[] = [];
  let silent = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (SILENT.has(name)) silent++;
      const isWritten = silent === 0 && TAGS.has(name) && open.length < MAX_DEPTH;
      if (isWritten) written.push(`<${name}${attributesOf(name, attributes, base)}>`);
      open.push(isWritten);
    },
    ontext: (text) => {
      if (silent === 0) written.push(html`${text}`.text);
    },
    onclosetag: (name) => {
      if (SILENT.has(name)) silent--;
      if (open.pop() && !EMPTY.has(name)) written.push(`</${name}>`);
    },
  });
  parser.end(source);
  return written.join('').trim();
}

const KEPT: Record<string, readonly string[]> = {
  a: [],
  img: ['alt', 'width', 'height'],
  td: ['colspan'],
  th: ['colspan'],
};

function attributesOf(name: string, given: Record<string, string>, base: string | null): string {
  const address = name === 'a' ? feedAddress(given.href, base) : name === 'img' ? feedAddress(given.src, base) : null;
  const kept = (KEPT[name] ?? []).flatMap((key) => {
    const value = given[key];
    return value !== undefined && (key === 'alt' || /^\d{1,4}$/.test(value)) ? [html` ${key}="${value}"`.text] : [];
  });
  if (address) kept.unshift(html` ${name === 'a' ? 'href' : 'src'}="${address}"`.text);
  if (name === 'img') kept.push(' style="max-width:100%"');
  return kept.join('');
}

/** The address of the first picture in untrusted HTML. */
export function firstPicture(source: string, base: string | null): string | null {
  let found: string | null = null;
  const parser = new Parser({
    onopentag: (name, { src }) => {
      if (name === 'img') found ??= feedAddress(src, base);
    },
  });
  parser.end(source);
  return found;
}

/** The words of untrusted HTML on one line, at most `max` characters, cut between words. */
export function plainText(source: string, max: number): string {
  const words: string[] = [];
  let silent = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (SILENT.has(name)) silent++;
      if (!INLINE.has(name)) words.push(' ');
    },
    ontext: (text) => {
      if (silent === 0) words.push(text);
    },
    onclosetag: (name) => {
      if (SILENT.has(name)) silent--;
      if (!INLINE.has(name)) words.push(' ');
    },
  });
  parser.end(source);
  return oneLineOf(words.join(''), max);
}

const INLINE = new Set('a b strong i em u s sub sup small span code'.split(' '));

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const GAPS = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Untrusted text on one line, at most `max` characters, cut between words. */
export function oneLineOf(text: string, max: number): string {
  const line = text.toWellFormed().replace(GAPS, ' ').trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > max / 2 ? cut.slice(0, end) : cut)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim()}…`;
}
