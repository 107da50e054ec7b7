import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Installation } from '../installation.ts';
import { MASTHEAD, PAGE_STYLE } from './page-look.ts';
import { servesPublicDocuments } from './public-documents.ts';

const pageWith = (links: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidings</title>
<style>${PAGE_STYLE}</style>
${MASTHEAD}
<main>
<h1>E-mail marketing server</h1>
<p>Sign in to write to your people, or connect your application.</p>
<ul>
<li><a href="sign-in">Sign in</a></li>
${links}<li><a href="api/openapi.json">OpenAPI document</a> of the REST API, <code>/api/v1</code></li>
<li><a href="health/ready">Health</a></li>
</ul>
<p><small>Did you get an e-mail sent through this server? Use the links in that e-mail to unsubscribe or to choose your
lists.</small></p>
</main>
</html>
`;

const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'same-origin',
};

const PLAYGROUND = '<li><a href="graphql">GraphQL API and playground</a></li>\n';
const REFERENCE = '<li><a href="reference">API reference</a></li>\n';

/** The page at the server's root address. */
export const sendFrontPage = (reply: FastifyReply, config: Installation['config']): FastifyReply =>
  reply
    .headers(HEADERS)
    .type('text/html; charset=utf-8')
    .send(pageWith(`${config.playground ? PLAYGROUND : ''}${servesPublicDocuments(config) ? REFERENCE : ''}`));
