import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that arrived. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A web server inside, which an installation may reach whose `outboundAllow` names 127.0.0.1. */
export interface WebhookReceiver {
  port: number;
  address(path?: string): string;
  received: Received[];
  /** Connections so far. */
  connections: number;
  /** Answers so from now on, when a request has arrived as a whole. At first 204. */
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
