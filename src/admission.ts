import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Access, refuseSuspended } from './domain/platform/access.ts';
import { RateLimitedError } from './errors.ts';
import type { Installation } from './installation.ts';

/**
 * Lets in who has a token with calls left, and says in the headers how many; before the body is read, at every HTTP
 * door. Throws UnauthenticatedError, RateLimitedError, ForbiddenError for a suspended team, in this order.
 */
export async function admit(
  { access, rateLimiter }: Installation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Access> {
  const caller = await access.identify(request.headers.authorization);
  const allowance = await rateLimiter.take(caller);
  if (allowance) {
    reply.header('X-RateLimit-Limit', String(allowance.limit));
    reply.header('X-RateLimit-Remaining', String(allowance.remaining));
    if (allowance.retryAfter) {
      reply.header('Retry-After', String(allowance.retryAfter));
      throw new RateLimitedError();
    }
  }
  refuseSuspended(caller);
  return caller;
}
