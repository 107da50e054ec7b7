import type { FastifyInstance } from 'fastify';
import type { Installation } from '../installation.ts';
import { isSecure } from './cookies.ts';

/** The interfaces for programs, without `/api` (see api-prefix.ts). */
const DATA = /^\/(v1|graphql)(?![\w.-])/;

/** A year, for this host alone: others below its domain may have no TLS. */
const HTTPS_ALONE = 'max-age=31536000';

/**
 * Says with every answer what browsers and caches may do with it (docs/adr/0152). Answers of the API are their caller's
 * own: nothing between may keep them, and no page may frame them. Pages say more, or something else, themselves.
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
