import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Where the interfaces for programs are. The pages behind links, /metrics and /health are for no script of another origin. */
const API = /^\/(v1|api|graphql|openapi\.json)\b/;

/**
 * Lets scripts of these origins (`*` for all) call REST and GraphQL from a browser. No cookies are involved: a script
 * sends its token itself.
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const allowed = {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Content-Encoding', 'Idempotency-Key'],
    exposedHeaders: [
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'Retry-After',
      'Idempotent-Replay',
      'X-Ignored-Keys',
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
