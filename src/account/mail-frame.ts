import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * Shows the HTML that its parent sends. Scripts in it do not run: the policy allows only this one. The HTML is parsed first, to
 * remove elements that would navigate the frame or fetch hidden content. A click on a link opens a new tab that knows nothing of this
 * page, because in the frame the e-mail would disappear. Anything else that is clicked, such as `javascript:`, does nothing.
 */
const SCRIPT = `addEventListener('message',({source,origin,data})=>{
if(source!==parent||origin!==location.origin)return;
const mail=new DOMParser().parseFromString(data,'text/html');
for(const one of mail.querySelectorAll('meta[http-equiv],link:not([rel=stylesheet i])'))one.remove();
document.documentElement.replaceWith(document.adoptNode(mail.documentElement))});
addEventListener('click',event=>{const link=event.target.closest('a,area');
if(!link)return;
if(/^\\s*https?:/i.test(link.getAttribute('href')))Object.assign(link,{target:'_blank',rel:'noopener noreferrer'});
else event.preventDefault()},true);
parent.postMessage('ready','*')`;

/**
 * The document has no origin, so it cannot read cookies or call this server. As in a mail reader, an e-mail may load styles and
 * pictures from anywhere, and nothing else. A link may open a tab; that tab is an ordinary one without an opener.
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
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/**
 * Serves the document in which the dashboard shows e-mails. A `srcdoc` frame would inherit the policy of the dashboard, which
 * blocks the styles of e-mails.
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
