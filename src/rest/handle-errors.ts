import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError, OverloadedError } from '../errors.ts';
import { BodyError } from '../http/json-body.ts';
import { RETRY_AFTER, unavailability } from '../http/unavailable.ts';
import type { Reply } from './answer.ts';
import { errorReply, fault } from './errors.ts';
import { nearRoute } from './near-routes.ts';
import { templated } from './openapi/path-names.ts';
import { send } from './send.ts';

/** Answers a method that a path does not have. */
export const notAllowed =
  (path: string, allowed: readonly string[]) =>
  async ({ method }: FastifyRequest, reply: FastifyReply) => {
    const hint = `/v1${templated(path)} has no ${method}. It has ${allowed.join(', ')}.`;
    return send(reply.headers({ Allow: allowed.join(', '), 'X-Hint': hint }), fault(405, 'Method not allowed.'));
  };

/** Answers an unknown path as specified. A hint names the route that was probably meant, or a list of all routes. */
export const notFound =
  (routes: Parameters<typeof nearRoute>[2]) => async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.replace(/\?.*$/s, '').replace(/^(\/api)?\/v1/, '');
    const near = nearRoute(request.method, path, routes);
    const instead = near ? `Did you mean ${near}?` : 'GET /openapi.json and /reference list all routes.';
    reply.header('X-Hint', `There is no such route. ${instead}`);
    return send(reply, errorReply(new NotFoundError()) as Reply);
  };

const BODY_FAULTS: Record<number, string> = {
  400: 'The body is not valid JSON.',
  413: 'The body is larger than 10 MiB.',
  415: 'The Content-Type must be application/json.',
};

/**
 * Answers errors thrown outside a route: refusals, faults of the body, and server faults, whose cause is logged once.
 */
export async function answerErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const known = errorReply(error);
  if (known) return send(reply, known);
  const message = error instanceof BodyError ? error.message : error.statusCode && BODY_FAULTS[error.statusCode];
  if (error instanceof BodyError && error.hint) reply.header('X-Hint', error.hint);
  if (message) return send(reply, fault(error.statusCode as number, message));
  if (error instanceof OverloadedError) return send(withRetryAfter(reply), fault(503, error.message));
  const unavailable = unavailability(error);
  if (unavailable) {
    request.log.error({ reason: error.message }, unavailable);
    return send(withRetryAfter(reply), fault(503, unavailable));
  }
  request.log.error({ err: error }, 'request failed');
  return send(reply, fault(500, 'Server error.'));
}

const withRetryAfter = (reply: FastifyReply): FastifyReply => reply.header('Retry-After', String(RETRY_AFTER));
