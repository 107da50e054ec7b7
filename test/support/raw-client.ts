import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestApp } from './app.ts';

/** A raw connection to a listening installation, for requests that no client sends. */
export async function dial({ app }: TestApp): Promise<Socket> {
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // the other side may close it at any time
  await once(socket, 'connect');
  return socket;
}

/** All data from a connection until it ends, for any reason. */
export const receivedFrom = (socket: Socket): Promise<string> => {
  let all = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    all += chunk;
  });
  return new Promise((resolve) => socket.once('close', () => resolve(all)));
};

/** Sends a request, and returns all data until the connection closes. */
export async function exchange(api: TestApp, request: string): Promise<string> {
  const socket = await dial(api);
  socket.write(request);
  return text(socket);
}
