import type { FastifyReply, FastifyRequest } from 'fastify';
import { footerOf, headerOf, type Look } from '../domain/content/brand/page-look.ts';
import { styleFor } from '../domain/content/brand/page-style.ts';
import { Html, html } from '../validation/html.ts';
import type { Language } from '../validation/language.ts';
import { languageAsked } from '../validation/languages-asked.ts';
import { type Allowed, POLICY, policyFor } from './page-policy.ts';
import { type PageText, TEXTS } from './texts/texts.ts';

/** The content of a public page. */
export interface Page {
  language: Language;
  title: string;
  body: Html;
  /** Other content of the head. */
  head?: Html;
  /** The look of the team. Absent on pages without a team. */
  look?: Look;
  /** Its own style, besides the common one. */
  style?: string;
  /** What it may do besides showing itself and sending its form to this server. */
  allowed?: Allowed;
}

export { POLICY };

/** The URL of a page is a secret: these headers keep it out of caches, search engines and referrers. */
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
  texts: PageText<Args>,
  args: Args,
  more: Html = html``,
): Page {
  return { language, title: texts.title, body: html`<p>${texts.text(...args)}</p>${more}` };
}

/** Sends a page that is meant for one reader. */
export const sendPage = (reply: FastifyReply, page: Page, status = 200): FastifyReply =>
  reply
    .code(status)
    .headers(HEADERS)
    .header('Content-Security-Policy', policyFor(page))
    .header('Content-Language', page.language)
    .type('text/html; charset=utf-8')
    .send(pageText(page, html`<meta name="robots" content="noindex, nofollow">`));

/** A whole page as HTML. `robots`: instructions for search engines. */
export const pageText = (page: Page, robots: Html = html``): string => {
  const { language, title, body, head = html``, look } = page;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${robots}
<title>${title}</title>
<style>${new Html(styleFor(page))}</style>
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
};

/** Answers the links of test e-mails. They change nothing, because the person shown in the test has not requested anything. */
export async function sendTestPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const language = languageAsked(request);
  return sendPage(reply, say(language, TEXTS[language].test, []));
}
