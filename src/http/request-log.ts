import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from '../domain/platform/access.ts';
import type { Installation } from '../installation.ts';

/**
 * Logs a line for each request that was answered: by its route as it is declared, since paths and queries hold signed links, addresses
 * and ids of people. Operations over a WebSocket are logged by `OperationLog`.
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

/** Of REST's requests and of GraphQL's. Those of public pages have none. What is called `token` is never written. */
function callerOf(request: FastifyRequest): object {
  const { access, caller } = request as { access?: Access; caller?: { access?: Access } };
  return loggedCaller(access ?? caller?.access);
}

/** Who called, as lines of the log say it: by ids alone. */
export function loggedCaller(access: Access | undefined): object {
  if (!access) return {};
  return {
    team: access.teamId,
    ...(access.kind === 'token' ? { tokenId: access.tokenId } : { memberId: access.memberId }),
  };
}
