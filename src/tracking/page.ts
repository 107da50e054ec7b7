import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Html, html } from '../validation/html.ts';
import type { Language } from '../validation/language.ts';
import { footerOf, headerOf, type Look, pictureSource, styleOf } from './look.ts';
import type { Said } from './texts/texts.ts';

/** The content of a public page. */
export interface Page {
  language: Language;
  title: string;
  body: Html;
  /** What else belongs into the head. */
  head?: Html;
  /** Of the team; absent where the page is nobody's. */
  look?: Look;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1a1a1a; --quiet: #595959; --paper: #fff; --accent: #0b5394; --on-accent: #fff;
  --behind: var(--paper); }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f0f0f0; --quiet: #b8b8b8; --paper: #1b1b1b; --accent: #9cc8f5; --on-accent: #10202f; }
}
body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--behind); }
.sheet { box-sizing: border-box; max-width: 36.5rem; min-height: 100vh; margin: 0 auto; background: var(--paper); }
header { padding: 2rem 1.25rem 0; font-size: 1.25rem; font-weight: 600; overflow-wrap: anywhere; }
header img { max-width: 100%; height: auto; padding: .4rem; border-radius: 6px; background: #fff; }
header a { color: inherit; }
footer { padding: 0 1.25rem 2rem; color: var(--quiet); font-size: .875rem; overflow-wrap: anywhere; }
main { max-width: 34rem; margin: 0 auto; padding: 3rem 1.25rem; overflow-wrap: anywhere; }
header + main { padding-top: 1.5rem; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2rem 0 .5rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
a { color: var(--accent); }
ol { list-style: none; margin: 0 0 1.5rem; padding: 0; }
ol li { border-top: 1px solid var(--quiet); padding: .75rem 0; }
ol small { display: block; }
nav { display: flex; gap: 1.5rem; }
fieldset { border: 1px solid var(--quiet); border-radius: 6px; margin: 0 0 1.25rem; padding: .5rem 1rem 1rem; }
label { display: block; padding: .4rem 0; }
select { font: inherit; box-sizing: border-box; max-width: 100%; padding: .5rem; border: 1px solid var(--quiet); border-radius: 6px;
  background: var(--paper); color: var(--ink); }
input { width: 1.2rem; height: 1.2rem; margin: 0 .6rem 0 0; vertical-align: -.2rem; accent-color: var(--accent); }
small { color: var(--quiet); font-size: .9375rem; }
button { font: inherit; padding: .7rem 1.25rem; margin: 0 0 1rem; border: 2px solid var(--accent); border-radius: 6px;
  background: var(--accent); color: var(--on-accent); cursor: pointer; }
button + button { margin-left: .5rem; }
button.second { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
[role=status] { border-left: 4px solid var(--accent); padding-left: .8rem; }
`;

/** Allows only our own style, by its hash, and the team's logo: no scripts, nothing from other sites, no framing of the page. */
const policyFor = (look: Look | undefined): string => {
  const picture = look && pictureSource(look);
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(styleFor(look)).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(picture ? [`img-src ${picture}`] : []),
  ].join('; ');
};

const styleFor = (look: Look | undefined): string => STYLE + (look ? styleOf(look) : '');

export const POLICY = policyFor(undefined);

/** A page's address is a secret: these headers keep it out of caches, search engines and referrers. */
export const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/** A page with a heading, a sentence and optional content after them. */
export function say<Args extends unknown[]>(
  language: Language,
  said: Said<Args>,
  args: Args,
  more: Html = html``,
): Page {
  return { language, title: said.title, body: html`<p>${said.text(...args)}</p>${more}` };
}

/** Sends a whole page that is its reader's own. */
export const sendPage = (reply: FastifyReply, page: Page, status = 200): FastifyReply =>
  reply
    .code(status)
    .headers(HEADERS)
    .header('Content-Security-Policy', policyFor(page.look))
    .header('Content-Language', page.language)
    .type('text/html; charset=utf-8')
    .send(pageText(page, html`<meta name="robots" content="noindex, nofollow">`));

/** A whole page. `robots`: what it says to search engines. */
export const pageText = ({ language, title, body, head = html``, look }: Page, robots: Html = html``): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${robots}
<title>${title}</title>
<style>${new Html(styleFor(look))}</style>
${head}
</head>
<body>
<div class="sheet">
${look ? headerOf(look) : ''}
<main>
<h1>${title}</h1>
${body}
</main>
${look ? footerOf(look) : ''}
</div>
</body>
</html>
`.text;
