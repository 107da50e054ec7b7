import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from '../domain/platform/access.ts';
import type { Installation } from '../installation.ts';

/**
 * Logs a line for each answered request, with its declared route, because paths and queries contain signed links,
 * addresses and ids of people. `OperationLog` logs operations over a WebSocket.
 */
export function logRequests(app: FastifyInstance, { log }: Installation): void {
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      {
        request: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        ...callerOf(request),
      },
      'request',
    );
  });
}

/** The caller of REST and GraphQL requests. Public pages have none. A key `token` would be removed from the log. */
function callerOf(request: FastifyRequest): object {
  const { access, caller } = request as { access?: Access; caller?: { access?: Access } };
  return loggedCaller(access ?? caller?.access);
}

/** The caller in log lines, by ids only. */
export function loggedCaller(access: Access | undefined): object {
  if (!access) return {};
  return {
    team: access.teamId,
    ...(access.kind === 'token' ? { tokenId: access.tokenId } : { memberId: access.memberId }),
  };
}
