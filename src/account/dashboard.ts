import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFrontPage } from '../http/front-page.ts';
import { markShared } from '../http/unread-answers.ts';
import type { Installation } from '../installation.ts';
import { html } from '../validation/html.ts';
import { type Dashboard, readDashboard } from './built-dashboard.ts';
import { registerMailFrame } from './mail-frame.ts';
import { basePathOf, memberOf, signInPath } from './visit.ts';

/**
 * Scripts and styles are files of this server, except for styles that components create at run time and that carry the nonce of
 * the document. E-mails are shown in frames without an origin.
 */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Answers an unknown URL. */
type AnswerNowhere = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Serves the dashboard to signed-in users at `/` and at the URLs of its screens. Other visitors of a screen are sent to the
 * sign-in page; at `/` they see what this server is. `nowhere` answers unknown URLs and is wrapped: members who browse get the
 * 404 page of the dashboard, all other callers the usual answer. Returns the wrapped function.
 */
export function registerDashboard(
  app: FastifyInstance,
  installation: Installation,
  nowhere: AnswerNowhere,
): AnswerNowhere {
  const dashboard = readDashboard();
  const base = basePathOf(installation.config);

  app.get('/', async (request, reply) => {
    reply.header('Cache-Control', 'private, no-cache');
    if (!dashboard || !(await memberOf(installation, request))) return sendFrontPage(reply, installation.config);
    return sendDocument(reply, dashboard, base, dashboard.pages.get('/'));
  });
  if (!dashboard) return nowhere;
  registerMailFrame(app);

  const show = (files?: readonly string[]) => async (request: FastifyRequest, reply: FastifyReply) =>
    (await memberOf(installation, request))
      ? sendDocument(reply, dashboard, base, files)
      : reply
          .code(303)
          .header('Cache-Control', 'no-store')
          .header('Location', signInPath(installation.config, request.url))
          .send();
  for (const [address, files] of dashboard.pages) if (address !== '/') app.get(address, show(files));
  for (const screen of dashboard.screens) {
    if (!dashboard.pages.has(`/${screen}`)) app.get(`/${screen}`, show());
    app.get(`/${screen}/*`, show());
  }

  app.get('/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const asset = dashboard.assets.get(name);
    if (!asset) return reply.callNotFound();
    const { encoding, content } = asset.inBest(String(request.headers['accept-encoding'] ?? ''));
    reply.headers({
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    });
    if (encoding) reply.header('Content-Encoding', encoding);
    return markShared(reply).type(asset.type).send(content);
  });

  return async (request, reply) =>
    isBrowsing(request) && (await memberOf(installation, request))
      ? sendDocument(reply.code(404), dashboard, base)
      : nowhere(request, reply);
}

/** Whether the caller is a browser that asks for a page. */
const isBrowsing = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');

/** Sends the document with the base path of the installation, its own nonce, and preload hints for the files of its page. */
function sendDocument(
  reply: FastifyReply,
  dashboard: Dashboard,
  base: string,
  files: readonly string[] = [],
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .headers({
      'Content-Security-Policy': policy(nonce),
      'Cache-Control': 'private, no-cache',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex, nofollow',
    })
    .type('text/html; charset=utf-8')
    .send(
      dashboard.document
        .replace('<base href="/">', html`<base href="${base}/">`.text)
        .replace('property="csp-nonce" nonce=""', `property="csp-nonce" nonce="${nonce}"`)
        .replace('</head>', `${files.map(fetched).join('')}</head>`),
    );
}

const fetched = (file: string): string =>
  html`<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="./${file}">\n`.text;
