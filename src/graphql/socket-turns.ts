import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';

/** While a client has this many unread bytes, nothing more is executed for it. */
const MOST_UNREAD = 256 * 1024;
/** Operations of one socket that are executed at once. An open subscription is not executed until it has an event. */
const MOST_AT_ONCE = 16;

/**
 * Makes the operations of a socket wait while too many are executed, or while its client does not read: unread answers stay in
 * memory. While an operation waits, and while too much is unread, the socket is not read either.
 */
export class SocketTurns {
  readonly #socket: WebSocket;
  readonly #waiting: (() => void)[] = [];
  #executed = 0;

  constructor(socket: WebSocket, { socket: connection }: IncomingMessage) {
    this.#socket = socket;
    const look = () => this.#look();
    connection.on('drain', look);
    socket.on('message', () => this.#holdBack()).once('close', look);
  }

  /** Resolves when the operation may begin; `leave` must be called when its result is there, or it has none. */
  async take(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#look();
    });
  }

  leave(): void {
    this.#executed -= 1;
    this.#look();
  }

  #look(): void {
    const isClosed = this.#socket.readyState > this.#socket.OPEN;
    while (this.#waiting.length > 0 && (isClosed || (this.#executed < MOST_AT_ONCE && !this.#isUnread()))) {
      this.#executed += 1;
      this.#waiting.shift()?.();
    }
    this.#holdBack();
  }

  #holdBack(): void {
    if (this.#waiting.length > 0 || this.#isUnread()) this.#socket.pause();
    else this.#socket.resume();
  }

  #isUnread = (): boolean => this.#socket.bufferedAmount > MOST_UNREAD;
}
