import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Installation } from '../installation.ts';
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
 * Ends connections that do not read (docs/adr/0153): those from which nothing was taken for ANSWER_TIMEOUT_SECONDS, by a
 * time-out of the socket, which starts again with each byte. It is set once an answer waits, since to keep one for each
 * request costs several percent of the speed. When more than 32 MB wait, the oldest end after a second.
 */
export function endUnreadAnswers(
  app: FastifyInstance,
  { config }: Pick<Installation, 'config'>,
  exchanges: OpenExchanges,
): void {
  let waitingBefore = new WeakSet<Exchange>();
  const looking = setInterval(() => {
    const waiting = new WeakSet<Exchange>();
    const old: Exchange[] = [];
    let bytes = 0;
    for (const response of exchanges) {
      if (response.writableLength === 0) continue;
      waiting.add(response);
      if (response.listenerCount('timeout', endUnlessQuiet) === 0) {
        response.on('timeout', endUnlessQuiet);
        response.req.socket.setTimeout(config.answerSeconds * 1000);
      }
      if (shared.has(response)) continue;
      bytes += response.writableLength;
      if (waitingBefore.has(response)) old.push(response);
    }
    for (const { req, writableLength } of old) {
      if (bytes <= MOST_WAITING) break;
      bytes -= writableLength;
      req.socket.destroy();
    }
    waitingBefore = waiting;
  }, LOOK_MS).unref();
  app.addHook('onClose', async () => clearInterval(looking));
}

/** Nothing came and went: that is well while there is nothing to send, as in a stream without news. */
function endUnlessQuiet(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}
