import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { MASTHEAD, PAGE_STYLE } from '../http/page-look.ts';
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

/** Allows our own style, by its hash, and scripts of this server. Blocks everything from other sites, and framing. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`,
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
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
<style>${new Html(PAGE_STYLE)}</style>
${script ? html`<script src="${script}" defer></script>` : html``}
</head>
<body>
${new Html(MASTHEAD)}
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;
