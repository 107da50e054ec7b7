import type { IncomingMessage } from 'node:http';
import { CloseCode, handleProtocols, makeServer, type ServerOptions } from 'graphql-ws';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Log } from '../log.ts';

/** What the callbacks of `ServerOptions` get as `extra`. */
export interface SocketExtra {
  socket: WebSocket;
  request: IncomingMessage;
}

type Options = ServerOptions<Record<string, unknown> | undefined, SocketExtra>;

/** How often a client is asked whether it is there, and how long it may take to answer. */
const PING_MS = 12_000;

/**
 * Speaks graphql-transport-ws with the clients of `sockets`. Replaces the adapter of graphql-ws, which writes every mistake of a client to
 * the console.
 */
export function speakGraphQL(options: Options, sockets: WebSocketServer, log: Log): void {
  const server = makeServer(options);
  sockets.options.handleProtocols = handleProtocols;
  sockets.on('connection', (socket, request) => {
    socket.on('error', () => {}); // a frame that cannot be read: ws closes the socket
    const stopAsking = endIfGone(socket);
    const closed = server.opened(
      {
        protocol: socket.protocol,
        send: (text) => new Promise((resolve) => socket.send(text, () => resolve())), // a failure closes the socket
        close: (code, reason) => socket.close(code, reason),
        onMessage: (handle) => {
          socket.on('message', (data) => {
            handle(String(data)).catch((error: Error) => {
              const isTheirs = error.message.startsWith('Unexpected message');
              if (!isTheirs) log.error({ err: error }, 'operation failed');
              if (isTheirs) socket.close(CloseCode.BadRequest, 'Invalid message received');
              else socket.close(CloseCode.InternalServerError, 'Internal server error');
            });
          });
        },
      },
      { socket, request },
    );
    socket.once('close', (code, reason) => {
      stopAsking();
      closed(code, String(reason)).catch((error) => log.error({ err: error }, 'operation failed'));
    });
  });
}

/** Pings a client now and then, and cuts it off when the last ping was not answered. Returns a function that stops it. */
function endIfGone(socket: WebSocket): () => void {
  let isThere = true;
  socket.on('pong', () => {
    isThere = true;
  });
  const asking = setInterval(() => {
    if (!isThere) return socket.terminate();
    isThere = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, PING_MS);
  return () => clearInterval(asking);
}
