import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Html, html } from '../validation/html.ts';
import type { Language } from '../validation/language.ts';
import type { PageText } from './texts/texts.ts';

/** A page of the sign-in area. */
export interface Page {
  language: Language;
  title: string;
  body: Html;
  /** The path of a script of ours. */
  script?: string;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1a1a1a; --quiet: #595959; --paper: #fff; --accent: #0b5394; --on-accent: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f0f0f0; --quiet: #b8b8b8; --paper: #1b1b1b; --accent: #9cc8f5; --on-accent: #10202f; }
}
body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
main { max-width: 34rem; margin: 0 auto; padding: 3rem 1.25rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
ul { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid var(--quiet); padding: .75rem 0; }
label { display: block; padding: .4rem 0; }
input { font: inherit; box-sizing: border-box; width: 100%; padding: .6rem; margin: .2rem 0 .8rem; border: 2px solid var(--quiet);
  border-radius: 6px; color: inherit; background: transparent; }
small { display: block; color: var(--quiet); font-size: .9375rem; }
button { font: inherit; padding: .7rem 1.25rem; margin: 0 0 1rem; border: 2px solid var(--accent); border-radius: 6px;
  background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.second { background: transparent; color: var(--accent); }
li button { margin: .5rem 0 0; padding: .4rem .9rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
[role=alert] { border-left: 4px solid var(--accent); padding-left: .8rem; }
`;

/** Allows our own style, by its hash, and scripts of this server. Blocks everything from other sites, and framing. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * For pages whose URL may be a secret and that belong to one reader. Referrers are sent to this server only, where they prove the
 * origin of a request. `target`: another origin that a form may lead to.
 */
export const headers = (target?: string): Record<string, string> => ({
  'Content-Security-Policy': [...POLICY, `form-action 'self'${target ? ` ${target}` : ''}`].join('; '),
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
});

/** Sends a whole page. */
export const sendPage = (reply: FastifyReply, page: Page, status = 200, target?: string): FastifyReply =>
  reply
    .code(status)
    .headers(headers(target))
    .header('Content-Language', page.language)
    .type('text/html; charset=utf-8')
    .send(textOf(page));

/** A page with one message. */
export const say = ({ language }: { language: Language }, { title, text }: PageText, more: Html = html``): Page => ({
  language,
  title,
  body: html`<p>${text}</p>${more}`,
});

const textOf = ({ language, title, body, script }: Page): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
${script ? html`<script src="${script}" defer></script>` : html``}
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;
