import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A received request. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** An internal web server, reachable for installations whose `outboundAllow` contains 127.0.0.1. */
export interface WebhookReceiver {
  port: number;
  address(path?: string): string;
  received: Received[];
  /** Connections so far. */
  connections: number;
  /** Sets the response to completely received requests. By default 204. */
  answer(listener: RequestListener): void;
  close(): void;
}

export async function openReceiver(): Promise<WebhookReceiver> {
  let listener: RequestListener = (_, response) => response.writeHead(204).end();
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = await text(request);
    receiver.received.push({ path: request.url!, headers: request.headers as Record<string, string>, body });
    listener(request, response);
  });
  server.on('connection', () => receiver.connections++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    ...{ port, received: [], connections: 0 },
    address: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    answer: (next) => {
      listener = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
