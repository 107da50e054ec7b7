import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * Shows the HTML that its parent sends. Scripts in it do not run: the policy knows none but this one. It is parsed apart, to
 * take out what would lead the frame elsewhere by itself, or fetch what is not shown. A link that is pressed does not lead
 * away either: what shows the e-mail would be gone.
 */
const SCRIPT = `addEventListener('message',({source,origin,data})=>{
if(source!==parent||origin!==location.origin)return;
const mail=new DOMParser().parseFromString(data,'text/html');
for(const one of mail.querySelectorAll('meta[http-equiv],link:not([rel=stylesheet i])'))one.remove();
document.documentElement.replaceWith(document.adoptNode(mail.documentElement))});
addEventListener('click',event=>{if(event.target.closest('a,area'))event.preventDefault()},true);
parent.postMessage('ready','*')`;

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
