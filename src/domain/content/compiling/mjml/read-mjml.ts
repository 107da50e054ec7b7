import { Parser } from 'htmlparser2';
import { type Position, SourceProblem } from '../source-problem.ts';

/** MJML with all elements and comments properly closed. */
export interface Mjml {
  /** For the compiler, with the same lines. */
  text: string;
  /** The CSS of `<mj-style inline="inline">`, removed from the text. */
  inlineStyles: string[];
  /** The ranges of the tags, with their attributes. */
  tags: Range[];
  /** The comments that the compiler drops. */
  dropped: Range[];
}

export interface Range {
  name: string;
  start: number;
  end: number;
}

/** Elements whose content MJML does not read. */
const CLOSED_BOOKS = new Set([
  ...['mj-text', 'mj-button', 'mj-raw', 'mj-table', 'mj-style', 'mj-title', 'mj-preview', 'mj-navbar-link'],
  ...['mj-social-element', 'mj-accordion-title', 'mj-accordion-text', 'mj-html-attribute'],
]);

/** Elements that may contain an `<mj-raw>`. */
const RAW_FITS = new Set(['mj-head', 'mj-body', 'mj-wrapper', 'mj-section', 'mj-column', 'mj-group', 'mj-hero']);

/**
 * Parses MJML as its compiler does. The compiler silently loses the content of unclosed elements and of comments that cross
 * elements; this throws SourceProblem for them.
 */
export function readMjml(text: string, positionOf: (offset: number) => Position): Mjml {
  const open: (Range & { isInline: boolean })[] = [];
  const found: Mjml = { text, inlineStyles: [], tags: [], dropped: [] };
  const edits: { start: number; end: number; text: string }[] = [];
  const refuse = (offset: number, problem: string): never => {
    throw new SourceProblem(problem, positionOf(offset));
  };
  const onOpen = (name: string, attributes: Record<string, string>): void => {
    const range = { name, start: parser.startIndex, end: parser.endIndex + 1 };
    found.tags.push(range);
    if (name.startsWith('mj')) open.push({ ...range, isInline: name === 'mj-style' && attributes.inline === 'inline' });
  };
  const onClose = (name: string): void => {
    if (!name.startsWith('mj')) return;
    const { start, end, isInline } = open.pop()!;
    // After blanks in an end tag, the parser's next start is too early.
    const at = text.lastIndexOf('</', parser.endIndex);
    const closing = at < parser.startIndex ? '' : text.slice(at, at + name.length + 2);
    const isEmpty = parser.startIndex === start && text[parser.endIndex - 1] === '/';
    if (!isEmpty && closing.toLowerCase() !== `</${name}`) refuse(start, `<${name}> is not closed. Add </${name}>`);
    // The compiler does not recognise end tags in capital letters.
    if (!isEmpty && !isInline) edits.push({ start: at, end: at + closing.length, text: `</${name}` });
    if (!isInline) return;
    const css = isEmpty ? '' : text.slice(end, at);
    found.inlineStyles.push(css);
    edits.push({ start, end: parser.endIndex + 1, text: css.replace(/[^\n]/g, '') });
  };
  const onComment = (data: string): void => {
    const [start, end] = [parser.startIndex, parser.endIndex + 1];
    const parent = open.at(-1)?.name ?? '';
    if (!text.slice(start, end).endsWith('-->')) refuse(start, 'The comment is not closed. Add -->');
    const isConditional = /^\s*\[if\b/i.test(data);
    const isRead = CLOSED_BOOKS.has(parent);
    if (isRead ? crossesElements(data) : isConditional && /<\/?mj/i.test(data)) refuse(start, CROSSES);
    if (isRead) return;
    if (!isConditional || !RAW_FITS.has(parent)) found.dropped.push({ name: '', start, end });
    else edits.push({ start, end: start, text: '<mj-raw>' }, { start: end, end, text: '</mj-raw>' });
  };
  const parser = new Parser(
    { onopentag: onOpen, onclosetag: onClose, oncomment: onComment },
    { recognizeCDATA: true, decodeEntities: false, recognizeSelfClosing: true, lowerCaseAttributeNames: false },
  );
  parser.end(text);
  for (const edit of edits.toSorted((a, b) => b.start - a.start || b.end - a.end)) {
    found.text = found.text.slice(0, edit.start) + edit.text + found.text.slice(edit.end);
  }
  return found;
}

const CROSSES =
  'The comment extends beyond its element, so its MJML would be lost. Start and end it within one <mj-raw>, with HTML in between';

const TAG = /<(\/?)(mj[\w-]*)(?![\w-])(?:"[^"<]*"|'[^'<]*'|[^'"<>])*?(\/?)>/gi;

/** Whether a comment contains only the start or only the end of an MJML element. */
function crossesElements(comment: string): boolean {
  const open: string[] = [];
  for (const [, isEnd, name = '', isEmpty] of comment.matchAll(TAG)) {
    if (isEnd && open.pop() !== name.toLowerCase()) return true;
    if (!isEnd && !isEmpty) open.push(name.toLowerCase());
  }
  return open.length > 0;
}
