import { Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long connections that clients keep may bring another request. */
const DRAIN_MS = 500;
const LOOK_MS = 20;

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process stops: it is not ready for new requests, and takes those that come. */
    isDraining: boolean;
  }
}

/** Says that the process is not ready any more, so many seconds before it refuses connections: load balancers look now and then. */
export async function announceStop(app: FastifyInstance, drainSeconds: number): Promise<void> {
  app.isDraining = true;
  if (app.server.listening) await sleep(drainSeconds * 1_000);
}

/**
 * Stops without dropping a request. New connections are refused at once, so that a proxy asks another process. A connection
 * that a proxy keeps may carry a request at this very moment: for half a second each request is answered as ever, and the answer
 * closes its connection. Only then idle connections are closed. A proxy repeats no POST that was sent to a connection that closed.
 */
export function drainBeforeClosing(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.decorate('isDraining', false);
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    app.isDraining = true;
    if (!app.server.listening) return;
    // That of `http` would close idle connections too. The others are waited for when Fastify closes the server.
    Server.prototype.close.call(app.server);
    const until = performance.now() + DRAIN_MS;
    while (open.size > 0 && performance.now() < until) await sleep(LOOK_MS);
  });
}
