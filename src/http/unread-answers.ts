import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Exchange, OpenExchanges } from './open-exchanges.ts';

/** Of all answers that wait to be read, besides those that all callers share. */
const MOST_WAITING = 32 * 1024 * 1024;
const LOOK_MS = 1_000;

const shared = new WeakSet<ServerResponse>();

/** Says that an answer's bytes are not its own: to keep them until they are read costs nothing. */
export function markShared(reply: FastifyReply): FastifyReply {
  shared.add(reply.raw);
  return reply;
}

/**
 * Ends connections that do not read (docs/adr/0153): those from which nothing was taken for ANSWER_TIMEOUT_SECONDS, by the
 * time-out of the server, which starts again with each byte. When more than 32 MB wait, the oldest end
 * after a second.
 */
export function endUnreadAnswers(app: FastifyInstance, exchanges: OpenExchanges): void {
  app.server.on('request', (_request, response) => response.on('timeout', endUnlessQuiet));

  let waitingBefore = new WeakSet<Exchange>();
  const looking = setInterval(() => {
    const waiting = new WeakSet<Exchange>();
    const old: Exchange[] = [];
    let bytes = 0;
    for (const exchange of exchanges) {
      const { response } = exchange;
      if (response.writableLength === 0 || shared.has(response)) continue;
      bytes += response.writableLength;
      waiting.add(exchange);
      if (waitingBefore.has(exchange)) old.push(exchange);
    }
    for (const { request, response } of old) {
      if (bytes <= MOST_WAITING) break;
      bytes -= response.writableLength;
      request.socket.destroy();
    }
    waitingBefore = waiting;
  }, LOOK_MS).unref();
  app.addHook('onClose', async () => clearInterval(looking));
}

/** Nothing came and went: that is well while there is nothing to send, as in a stream without news. */
function endUnlessQuiet(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}
