import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OverloadedError } from '../errors.ts';
import type { Installation } from '../installation.ts';

const isLimited = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.isLimited !== false;

/**
 * Refuses requests with OverloadedError while the process works on the maximum number (docs/adr/0038), if possible
 * before their bodies are read. A request counts from the check of its token and the end of its body until its answer
 * is ready, even if the client is gone. Slow senders and slow readers do not count, nor do routes with `isLimited:
 * false`.
 */
export function limitRequests(routes: FastifyInstance, installation: Installation): void {
  const { requestLimit } = installation;
  routes.decorateRequest('isCounted', false);
  routes.addHook('onRequest', (request, _reply, done) => {
    done(requestLimit.isFull && isLimited(request) ? refusal(installation) : undefined);
  });
  routes.addHook('preValidation', (request, _reply, done) => {
    if (request.isCounted || !isLimited(request)) return done();
    request.isCounted = requestLimit.enter();
    done(request.isCounted ? undefined : refusal(installation));
  });
  routes.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.isCounted) requestLimit.leave();
    request.isCounted = false;
    done();
  });
}

/** Waits for the client, which does not count as work. Throws OverloadedError if there is too much work afterwards. */
export async function notCounted<Result>(
  request: FastifyRequest,
  installation: Installation,
  wait: () => Promise<Result>,
): Promise<Result> {
  const { requestLimit } = installation;
  if (request.isCounted) requestLimit.leave();
  request.isCounted = false;
  const result = await wait();
  request.isCounted = requestLimit.enter();
  if (!request.isCounted) throw refusal(installation);
  return result;
}

/** Does work without a request of its own, such as an operation over a WebSocket, within the same limit. */
export async function withinLimit<Result>(installation: Installation, work: () => Promise<Result>): Promise<Result> {
  const { requestLimit } = installation;
  if (!requestLimit.enter()) throw refusal(installation);
  try {
    return await work();
  } finally {
    requestLimit.leave();
  }
}

/** Logged once, and then with the number of repetitions. */
function refusal({ log, requestLimit }: Installation): OverloadedError {
  log.warn({ requests: requestLimit.count }, 'the server is overloaded; refusing requests');
  return new OverloadedError();
}

declare module 'fastify' {
  interface FastifyRequest {
    isCounted: boolean;
  }
  interface FastifyContextConfig {
    isLimited?: boolean;
  }
}
