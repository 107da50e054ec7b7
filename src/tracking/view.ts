import type { FastifyInstance } from 'fastify';
import { renderForBrowser } from '../domain/campaigns/view-message.ts';
import type { Installation } from '../installation.ts';
import { createScope, PERSON } from '../scope.ts';
import { HEADERS } from './page.ts';

/** A team's content may show pictures and its own styles. It runs no scripts and is isolated from our other pages. */
export const CONTENT_POLICY = [
  "default-src 'none'",
  'img-src http: https: data:',
  "style-src 'unsafe-inline'",
  'font-src http: https: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
].join('; ');

/** Shows a message in the browser, for mail clients that display it badly. Opens and clicks in it are not counted. */
export function registerView(pages: FastifyInstance, { connection, links }: Installation): void {
  pages.get<{ Params: { token: string } }>('/view/:token', async (request, reply) => {
    const { teamId, id } = links.read('view', request.params.token);
    const html = await renderForBrowser(createScope(connection.db, { id: teamId }, PERSON), id, links);
    return reply
      .headers({ ...HEADERS, 'Content-Security-Policy': CONTENT_POLICY })
      .type('text/html; charset=utf-8')
      .send(html);
  });
}
