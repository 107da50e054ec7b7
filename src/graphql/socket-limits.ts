import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Access } from '../domain/platform/access.ts';
import { RETRY_AFTER } from '../http/unavailable.ts';
import type { Installation } from '../installation.ts';
import { liveCallerOf } from '../schema/live-caller.ts';

/** The most bytes that a socket may send before it is identified. A token is short. */
const MOST_UNKNOWN = 64 * 1024;

/** Counts a network's WebSockets before they are identified, and a caller's WebSockets. */
export class SocketLimits {
  readonly #installation: Pick<Installation, 'socketLimits' | 'unknownSockets'>;
  /** Ends the limits for unidentified sockets once the caller is known. */
  readonly #known = new WeakMap<IncomingMessage, () => void>();

  constructor(installation: Pick<Installation, 'socketLimits' | 'unknownSockets'>) {
    this.#installation = installation;
  }

  /** Whether a socket may open. A refused socket gets 503 and is closed. */
  admit(request: IncomingMessage, socket: Duplex, address: string): boolean {
    const release = this.#installation.unknownSockets.acquire(address);
    if (release) {
      const from = request.socket.bytesRead;
      const endIfTooMuch = () => {
        if (request.socket.bytesRead - from > MOST_UNKNOWN) socket.destroy();
      };
      socket.on('data', endIfTooMuch).once('close', release);
      this.#known.set(request, () => {
        socket.off('data', endIfTooMuch);
        release();
      });
    } else {
      socket.end(
        `HTTP/1.1 503 Service Unavailable\r\nRetry-After: ${RETRY_AFTER}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
    }
    return release !== undefined;
  }

  /** Counts a socket for its caller. Throws TooManyStreamsError. */
  identified(request: IncomingMessage, socket: WebSocket, access: Access): void {
    const release = this.#installation.socketLimits.acquire(liveCallerOf(access));
    socket.once('close', release);
    if (socket.readyState > socket.OPEN) release();
    this.#known.get(request)?.();
  }
}
