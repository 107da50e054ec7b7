import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OverloadedError } from '../errors.ts';
import type { Installation } from '../installation.ts';

const counts = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.countsAsRequest !== false;

/**
 * Refuses requests with OverloadedError while as many as may be are worked on (docs/adr/0038), at best before anything of
 * them is read. A request counts from when its body is read until its answer is there, whether or not the client is:
 * neither slow senders nor slow readers count, nor do live streams, nor routes with `countsAsRequest: false`.
 */
export function limitRequests(routes: FastifyInstance, { requests }: Installation): void {
  routes.decorateRequest('isCounted', false);
  routes.addHook('onRequest', (request, _reply, done) => {
    done(requests.isFull && counts(request) ? new OverloadedError() : undefined);
  });
  routes.addHook('preValidation', (request, _reply, done) => {
    if (!counts(request)) return done();
    request.isCounted = requests.enter();
    done(request.isCounted ? undefined : new OverloadedError());
  });
  routes.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.isCounted) requests.leave();
    request.isCounted = false;
    done();
  });
}

/** The same for what does not come as a request of its own, such as an operation over a WebSocket. */
export async function asRequest<Result>({ requests }: Installation, work: () => Promise<Result>): Promise<Result> {
  if (!requests.enter()) throw new OverloadedError();
  return work().finally(() => requests.leave());
}

declare module 'fastify' {
  interface FastifyRequest {
    isCounted: boolean;
  }
  interface FastifyContextConfig {
    countsAsRequest?: boolean;
  }
}
