import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The API paths and files for clients. Other origins' scripts must not use link pages, /metrics or /health. */
const API =
  /^\/(v1|api|graphql|openapi\.json|schema\.graphql|scalars\.json|possible-types\.json|types-without-id\.json)\b/;

/**
 * Allows scripts of these origins (`*` for all) to call REST and GraphQL from a browser. No cookies are involved,
 * because scripts send their tokens. They may send any header: clients add their own, such as those for tracing.
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const allowed = {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'X-Error-Codes',
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'Retry-After',
      'Idempotent-Replay',
      'X-Ignored-Keys',
      'X-Next-Cursor',
      'Deprecation',
      'Sunset',
      'Link',
      'ETag',
      'X-Hint',
      'Content-Disposition',
      'Allow',
    ],
    maxAge: 7_200,
    strictPreflight: false,
  };
  await app.register(cors, {
    delegator: async ({ url }: FastifyRequest) => (API.test(url) ? allowed : { origin: false }),
  });
}
