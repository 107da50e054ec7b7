import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Access } from '../domain/platform/access.ts';
import { liveCallerOf } from '../http/live-caller.ts';
import { RETRY_AFTER } from '../http/unavailable.ts';
import type { Installation } from '../installation.ts';

/** The most bytes that a socket may send before it is identified. A token is short. */
const MOST_UNKNOWN = 64 * 1024;

/** Counts a network's WebSockets before they are identified, and a caller's WebSockets. */
export class SocketPlaces {
  readonly #installation: Pick<Installation, 'socketPlaces' | 'unknownSockets'>;
  /** Ends the limits for unidentified sockets once the caller is known. */
  readonly #known = new WeakMap<IncomingMessage, () => void>();

  constructor(installation: Pick<Installation, 'socketPlaces' | 'unknownSockets'>) {
    this.#installation = installation;
  }

  /** Whether a socket may open. A refused socket gets 503 and is closed. */
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

  /** Counts a socket for its caller. Throws TooManyStreamsError. */
  identified(request: IncomingMessage, socket: WebSocket, access: Access): void {
    const leave = this.#installation.socketPlaces.enter(liveCallerOf(access));
    socket.once('close', leave);
    if (socket.readyState > socket.OPEN) leave();
    this.#known.get(request)?.();
  }
}
