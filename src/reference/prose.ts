import MarkdownIt from 'markdown-it';
import { Html, html } from '../validation/html.ts';

/** Descriptions have code in backticks, and sometimes links. HTML is shown as text. */
const markdown = new MarkdownIt({ html: false, linkify: false }).disable(['image', 'heading', 'lheading']);

/** A description as paragraphs. Empty without one. */
export const prose = (text: string | null | undefined): Html => new Html(text ? markdown.render(text) : '');

/** A description within a line. */
export const inLine = (text: string | null | undefined): Html => new Html(text ? markdown.renderInline(text) : '');

/** The first sentence of a description, within a line. */
export function firstSentence(text: string | null | undefined): Html {
  const line = (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const end = /\.(?= [A-Z])/.exec(line);
  return inLine(end ? line.slice(0, end.index + 1) : line);
}

/** Values in code, separated by commas. */
export const codes = (values: readonly unknown[]): Html =>
  joined(
    values.map((value) => html`<code>${String(value)}</code>`),
    ', ',
  );

/** Parts with a text between them. */
export const joined = (parts: readonly Html[], between: string): Html =>
  new Html(parts.map(({ text }) => text).join(between));
