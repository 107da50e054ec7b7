import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Access } from '../domain/platform/access.ts';
import { liveCallerOf } from '../http/live-caller.ts';
import { RETRY_AFTER } from '../http/unavailable.ts';
import type { Installation } from '../installation.ts';

/** What a socket may bring until its caller is known: a token is short. */
const MOST_UNKNOWN = 64 * 1024;

/** How many WebSockets a network has that have not shown yet who they are, and how many a caller has. */
export class SocketPlaces {
  readonly #installation: Pick<Installation, 'socketPlaces' | 'unknownSockets'>;
  /** What is over for a request once its caller is known. */
  readonly #known = new WeakMap<IncomingMessage, () => void>();

  constructor(installation: Pick<Installation, 'socketPlaces' | 'unknownSockets'>) {
    this.#installation = installation;
  }

  /** Whether a socket may open. One that may not is answered 503, and ends. */
  admit(request: IncomingMessage, socket: Duplex, address: string): boolean {
    const leave = this.#installation.unknownSockets.enter(address);
    if (leave) {
      const from = request.socket.bytesRead;
      const endIfTooMuch = () => {
        if (request.socket.bytesRead - from > MOST_UNKNOWN) socket.destroy();
      };
      socket.on('data', endIfTooMuch).once('close', leave);
      this.#known.set(request, () => {
        socket.off('data', endIfTooMuch);
        leave();
      });
    } else {
      socket.end(
        `HTTP/1.1 503 Service Unavailable\r\nRetry-After: ${RETRY_AFTER}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
    }
    return leave !== undefined;
  }

  /** Counts a socket for its caller from now on. Throws TooManyStreamsError. */
  identified(request: IncomingMessage, socket: WebSocket, access: Access): void {
    const leave = this.#installation.socketPlaces.enter(liveCallerOf(access));
    socket.once('close', leave);
    if (socket.readyState > socket.OPEN) leave();
    this.#known.get(request)?.();
  }
}
