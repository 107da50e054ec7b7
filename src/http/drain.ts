import { Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long open connections may bring another request. */
const DRAIN_MS = 500;
const LOOK_MS = 20;

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process is stopping: it is no longer ready, but still accepts requests. */
    isDraining: boolean;
  }
}

/**
 * Announces that the process is no longer ready, a few seconds before it refuses connections, because load balancers
 * only check now and then.
 */
export async function announceStop(app: FastifyInstance, drainSeconds: number): Promise<void> {
  app.isDraining = true;
  if (app.server.listening) await sleep(drainSeconds * 1_000);
}

/**
 * Stops without dropping a request. New connections are refused immediately, so that a proxy asks another process. A
 * kept connection may be carrying a request at this moment: for half a second each request is answered, and its
 * answer closes the connection. Only then are idle connections closed, because proxies do not repeat a POST on a
 * closed connection.
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
    // `http` would also close idle connections. Fastify waits for the others when it closes the server.
    Server.prototype.close.call(app.server);
    const until = performance.now() + DRAIN_MS;
    while (open.size > 0 && performance.now() < until) await sleep(LOOK_MS);
  });
}
