import type { FastifyInstance } from 'fastify';
import type { Installation } from '../installation.ts';
import { isSecure } from './cookies.ts';

/** The API paths, without `/api` (see api-prefix.ts). */
const DATA = /^\/(v1|graphql)(?![\w.-])/;

/** A year, only for this host: its subdomains may have no TLS. */
const HTTPS_ALONE = 'max-age=31536000';

/**
 * Sets headers for browsers and caches on every answer (docs/adr/0152). API answers are private: no cache may keep
 * them, and no page may frame them. Pages set their own headers.
 */
export function sendAnswerHeaders(app: FastifyInstance, { config }: Pick<Installation, 'config'>): void {
  const always: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    ...(isSecure(config) && { 'Strict-Transport-Security': HTTPS_ALONE }),
  };
  const ofData = {
    ...always,
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    Vary: 'Accept, Authorization, Cookie',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(DATA.test(request.url) ? ofData : always);
    done();
  });
}
