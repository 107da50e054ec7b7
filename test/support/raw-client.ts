import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestApp } from './app.ts';

/** A connection to an installation that listens, by which a test sends what no client would. */
export async function dial({ app }: TestApp): Promise<Socket> {
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // the other end may end it at any time
  await once(socket, 'connect');
  return socket;
}

/** All that comes over a connection until it ends, whatever ends it. */
export const heard = (socket: Socket): Promise<string> => {
  let all = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    all += chunk;
  });
  return once(socket, 'close').then(() => all);
};

/** Sends a request, and gives all that comes until the connection closes. */
export async function exchange(api: TestApp, request: string): Promise<string> {
  const socket = await dial(api);
  socket.write(request);
  return text(socket);
}
