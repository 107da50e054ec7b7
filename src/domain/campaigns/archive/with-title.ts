import { html as markup } from '../../../validation/html.ts';

/** The content begins here: a later `<title>` belongs to a picture. */
const CONTENT = /<body\b|<svg\b/i;
// None looks beyond the next `<`: see render-archived.ts.
const TITLE = /<title\b[^<>]*>([^<]*)<\/title>/i;
const HEAD = /<head\b[^<>]*>/i;
const PAGE = /<html\b[^<>]*>/i;
const DOCTYPE = /^\s*<!doctype[^<>]*>/i;

/** Adds a title to a page that has none. Turns a fragment, such as a template of a few lines of HTML, into a whole page. */
export function withTitle(html: string, { title, locale }: { title: string; locale: string }): string {
  const [start = ''] = html.split(CONTENT, 1);
  const element = markup`<title>${title}</title>`.text;
  const [own, words] = TITLE.exec(start) ?? [];
  if (own) return words?.trim() ? html : html.replace(own, () => element);
  const [head] = HEAD.exec(start) ?? [];
  if (head) return html.replace(head, () => `${head}${element}`);
  const [page] = PAGE.exec(start) ?? [];
  if (page) return html.replace(page, () => `${page}<head>${element}</head>`);
  return `<!doctype html>\n${markup`<html lang="${locale}">`.text}\n${element}\n${html.replace(DOCTYPE, '')}`;
}
