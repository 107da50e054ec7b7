import { markdownPart } from '../compile-markdown.ts';
import { protectLiquid } from '../protect-liquid.ts';

/** Markdown without HTML. */
export const prose = (source: string): string => markdownPart(source);

/** Text that is shown as it is. Liquid in it is kept. */
export function text(source: string): string {
  const liquid = protectLiquid(source);
  return liquid.restore(escapeHtml(liquid.text));
}

/** Attributes, each with a space before it. Liquid in them keeps its quotes: compileMjml protects it before MJML reads it. */
export const attributes = (given: Record<string, string | number | undefined>): string =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${text(String(value))}"`)
    .join('');

/** What `<a>` gets so that clicks on it are not counted. */
export const noTrack = (isAsked?: boolean): string => (isAsked ? ' data-no-track' : '');

/** HTML without Liquid around its tags, such as that of Markdown, whose links are not counted. */
export const withoutTracking = (html: string, isAsked?: boolean): string =>
  isAsked ? html.replaceAll('<a href=', '<a data-no-track href=') : html;

const MARK = 'tidings-no-track';

/** The same as `noTrack` for MJML, which drops attributes it does not know: `readMarks` makes it of the `rel` in the HTML. */
export const mark = (isAsked?: boolean): { rel?: string } => (isAsked ? { rel: MARK } : {});

export const readMarks = (html: string): string => html.replaceAll(` rel="${MARK}"`, noTrack(true));

/** Liquid, or HTML, between elements of MJML. */
export const raw = (content: string): string => `<mj-raw>${content}</mj-raw>`;

const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
