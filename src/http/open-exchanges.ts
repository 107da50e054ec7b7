import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** A request that is still arriving, or whose answer is still leaving. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Everything that clients and this server have not finished saying to each other. */
export class OpenExchanges {
  readonly #open = new Set<Exchange>();

  constructor(server: Server) {
    server.on('request', (request, response) => {
      const exchange = { request, response };
      this.#open.add(exchange);
      response.once('close', () => this.#leave(exchange));
    });
  }

  [Symbol.iterator](): Iterator<Exchange> {
    return this.#open.values();
  }

  /** An answer may be there before the whole request is: Node reads the rest and drops it. */
  #leave(exchange: Exchange): void {
    const { request } = exchange;
    if (request.complete || request.socket.destroyed) return void this.#open.delete(exchange);
    const forget = () => void this.#open.delete(exchange);
    request.once('end', forget);
    request.socket.once('close', forget);
  }
}
