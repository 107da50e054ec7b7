import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { Installation } from '../installation.ts';
import type { Exchange, OpenExchanges } from './open-exchanges.ts';

/** The minimum bytes per second of an upload, measured over BODY_TIMEOUT_SECONDS. */
const LEAST_RATE = 1_024;
/** For a whole upload at any speed. */
const LONGEST_UPLOAD_MS = 24 * 60 * 60 * 1000;
/** For the rest of a body after the answer. */
const LEFTOVER_MS = 10_000;
const LOOK_MS = 1_000;

/** Milliseconds on the monotonic clock, and the bytes received by `since`. */
interface Arrival {
  begun: number;
  since: number;
  bytes: number;
  answered?: number;
}

/**
 * Ends requests whose body does not arrive (docs/adr/0153): with 408 after BODY_TIMEOUT_SECONDS. An upload may take
 * up to a day, at one kilobyte a second or more. Time in which this server does not read does not count.
 */
export function endSlowBodies(
  app: FastifyInstance,
  { config }: Pick<Installation, 'config'>,
  exchanges: OpenExchanges,
): void {
  const limit = config.bodySeconds * 1000;
  const uploads = new WeakSet<IncomingMessage>();
  const arrivals = new WeakMap<Exchange, Arrival>();
  const noteUpload: onRequestHookHandler = (request, _reply, done) => {
    uploads.add(request.raw);
    done();
  };
  // Only for uploads, because Fastify creates and freezes an object whenever a request's route is read.
  app.addHook('onRoute', (route) => {
    if (route.config?.isUpload) route.onRequest = [noteUpload, ...[route.onRequest ?? []].flat()];
  });

  function isTooSlow(response: Exchange, now: number): boolean {
    const { req: request } = response;
    const { bytesRead } = request.socket;
    const arrival = arrivals.get(response) ?? { begun: now, since: now, bytes: bytesRead };
    arrivals.set(response, arrival);
    if (response.writableFinished) {
      arrival.answered ??= now;
      return now - arrival.answered >= Math.min(LEFTOVER_MS, limit);
    }
    const isFast = bytesRead - arrival.bytes >= (LEAST_RATE * limit) / 1000;
    if (request.readableLength > 0 || (isFast && uploads.has(request))) {
      Object.assign(arrival, { since: now, bytes: bytesRead });
    }
    return now - arrival.since >= limit || now - arrival.begun >= LONGEST_UPLOAD_MS;
  }

  const looking = setInterval(() => {
    const now = performance.now();
    for (const exchange of exchanges) if (!exchange.req.complete && isTooSlow(exchange, now)) end(app, exchange);
  }, LOOK_MS).unref();
  app.addHook('onClose', async () => clearInterval(looking));
}

/** Ends a request like Node does if headers do not arrive (see unparsed.ts). */
function end({ server }: FastifyInstance, { req: { socket }, headersSent }: Exchange): void {
  if (headersSent) return void socket.destroy();
  server.emit('clientError', Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  (socket as Socket).destroySoon();
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route accepts bodies of any size. */
    isUpload?: boolean;
  }
}
