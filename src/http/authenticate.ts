import type { FastifyReply } from 'fastify';
import type { Access, Credentials } from '../domain/platform/access.ts';
import type { Allowance } from '../domain/platform/rate-limit.ts';
import { ForbiddenError, RateLimitedError } from '../errors.ts';
import type { Installation } from '../installation.ts';

/** What is known of a caller while it is authenticated. */
interface Steps {
  /** Called with a caller whose credentials are valid, also if the call is refused then. */
  onCaller?: (access: Access) => void;
  /** Called with the rate limit's state. */
  onAllowance?: (allowance: Allowance) => void;
}

/**
 * Authenticates a caller and counts the call, for every interface. Throws UnauthenticatedError, RateLimitedError, or ForbiddenError for a
 * suspended team, in this order.
 */
export async function authenticate(
  { access, rateLimiter }: Installation,
  credentials: Credentials,
  { onCaller, onAllowance }: Steps = {},
): Promise<Access> {
  const caller = await access.identify(credentials);
  onCaller?.(caller);
  const allowance = await rateLimiter.take(caller);
  if (allowance) onAllowance?.(allowance);
  if (allowance?.retryAfter) throw new RateLimitedError(allowance.retryAfter);
  refuseSuspended(caller);
  return caller;
}

export { type Permission, requirePermission } from '../domain/platform/permissions.ts';

/** Throws ForbiddenError when the team is suspended. */
export function refuseSuspended({ suspended }: Access): void {
  if (suspended) throw new ForbiddenError('The team is suspended.');
}

/** Writes the state of the rate limit into the headers of an answer. */
export const writeRateLimit =
  (reply: FastifyReply) =>
  ({ limit, remaining, retryAfter }: Allowance): void => {
    reply.header('X-RateLimit-Limit', String(limit)).header('X-RateLimit-Remaining', String(remaining));
    if (retryAfter) reply.header('Retry-After', String(retryAfter));
  };
