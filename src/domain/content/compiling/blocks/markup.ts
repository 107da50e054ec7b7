import { markdownPart } from '../compile-markdown.ts';
import { protectLiquid } from '../protect-liquid.ts';

/** Markdown without HTML. */
export const prose = (source: string): string => markdownPart(source);

/** Literal text. Keeps Liquid. */
export function text(source: string): string {
  const liquid = protectLiquid(source);
  return liquid.restore(escapeHtml(liquid.text));
}

/** Attributes, each with a leading space. Liquid keeps its quotes: compileMjml protects it before MJML reads it. */
export const attributes = (given: Record<string, string | number | undefined>): string =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${text(String(value))}"`)
    .join('');

/** The `<a>` attribute that turns click tracking off. */
export const noTrack = (isAsked?: boolean): string => (isAsked ? ' data-no-track' : '');

/** Turns click tracking off for all links of HTML that has no Liquid around its tags, such as rendered Markdown. */
export const withoutTracking = (html: string, isAsked?: boolean): string =>
  isAsked ? html.replaceAll('<a href=', '<a data-no-track href=') : html;

const MARK = 'tidings-no-track';

/** `noTrack` for MJML, which drops unknown attributes: it is written as a `rel`, and `readMarks` restores it in the HTML. */
export const mark = (isAsked?: boolean): { rel?: string } => (isAsked ? { rel: MARK } : {});

export const readMarks = (html: string): string => html.replaceAll(` rel="${MARK}"`, noTrack(true));

/** Liquid or HTML between MJML elements. */
export const raw = (content: string): string => `<mj-raw>${content}</mj-raw>`;

const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
