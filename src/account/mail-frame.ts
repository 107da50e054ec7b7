import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Shows the HTML that its parent sends. Scripts in it do not run: nothing that is put in by `innerHTML` does. */
const SCRIPT = `addEventListener('message',({source,origin,data})=>{
if(source===parent&&origin===location.origin)document.documentElement.innerHTML=data});parent.postMessage('ready','*')`;

/**
 * The document has no origin: it reaches no cookie and no call of this server. An e-mail may have styles and pictures from
 * anywhere, as in a reader of e-mails, and nothing else.
 */
const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "style-src 'unsafe-inline' https: http:",
  'img-src https: http: data:',
  'font-src https: http: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

/**
 * Serves the document in which the dashboard shows e-mails. A frame that is filled by `srcdoc` would inherit the policy of
 * the dashboard, by which no style of an e-mail applies.
 */
export function registerMailFrame(app: FastifyInstance): void {
  app.get('/mail-frame', (_request, reply) =>
    reply
      .headers({
        'Content-Security-Policy': POLICY,
        'Cache-Control': 'public, max-age=3600',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'X-Robots-Tag': 'noindex, nofollow',
      })
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><html lang="en"><head><title>E-mail</title><script>${SCRIPT}</script></head></html>`),
  );
}
