import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Installation } from '../installation.ts';
import type { Exchange, OpenExchanges } from './open-exchanges.ts';

/** For all unread answers, without shared ones. */
const MOST_WAITING = 32 * 1024 * 1024;
const LOOK_MS = 1_000;
/** A WebSocket with this many unread bytes ends before other connections; usual live events need less. */
const LARGE = 1024 * 1024;

const shared = new WeakSet<ServerResponse>();

/** Answers of which the process keeps bytes elsewhere, before they reach the connection. */
const kept = new WeakMap<ServerResponse, () => number>();

/** Counts bytes of an unread answer that its connection does not know yet. */
export function countKept(reply: FastifyReply, bytes: () => number): void {
  kept.set(reply.raw, bytes);
}

/** Marks an answer with shared bytes, which cost nothing while unread. */
export function markShared(reply: FastifyReply): FastifyReply {
  shared.add(reply.raw);
  return reply;
}

/**
 * Ends connections of clients that do not read (docs/adr/0153): when nothing was taken for ANSWER_TIMEOUT_SECONDS, by a
 * socket timeout that restarts with each byte. It is set only for a waiting answer, because a timeout per request costs
 * several percent of the speed. Above 32 MB of waiting answers, the largest WebSockets end, then the oldest connections
 * after a second.
 */
export function endUnreadAnswers(
  app: FastifyInstance,
  { config }: Pick<Installation, 'config'>,
  exchanges: OpenExchanges,
): void {
  const upgraded = new Set<Socket>();
  app.server.on('upgrade', ({ socket }: IncomingMessage) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
  });
  let waitingBefore = new WeakSet<Exchange>();
  const looking = setInterval(() => {
    const waiting = new WeakSet<Exchange>();
    const sockets = [...upgraded].filter(({ writableLength }) => writableLength > LARGE);
    const old = sockets.sort((one, other) => other.writableLength - one.writableLength).map(waitingOn);
    let bytes = old.reduce((sum, { waits }) => sum + waits, 0);
    for (const response of exchanges) {
      if (response.writableLength === 0) continue;
      waiting.add(response);
      if (response.listenerCount('timeout', endUnlessQuiet) === 0) {
        response.on('timeout', endUnlessQuiet);
        response.req.socket.setTimeout(config.answerSeconds * 1000);
      }
      if (shared.has(response)) continue;
      const waits = response.writableLength + (kept.get(response)?.() ?? 0);
      bytes += waits;
      if (waitingBefore.has(response)) old.push({ socket: response.req.socket, waits });
    }
    for (const { socket, waits } of old) {
      if (bytes <= MOST_WAITING) break;
      bytes -= waits;
      socket.destroy();
    }
    waitingBefore = waiting;
  }, LOOK_MS).unref();
  app.addHook('onClose', async () => clearInterval(looking));
}

const waitingOn = (socket: Socket) => ({ socket, waits: socket.writableLength });

/** Silence is fine while there is nothing to send, as in a stream without news. */
function endUnlessQuiet(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}
