import type { Server, ServerResponse } from 'node:http';

/** A request in transfer, or its answer in transfer: the answer, with the request as `req`. */
export type Exchange = ServerResponse;

/** All requests and answers in transfer. */
export class OpenExchanges {
  readonly #open = new Set<Exchange>();

  constructor(server: Server) {
    const open = this.#open;
    /**
     * An answer may be complete before its request: Node reads and drops the rest. Shared by all answers, to cost
     * nothing.
     */
    function leave(this: Exchange): void {
      const { req } = this;
      if (req.complete || req.socket.destroyed) return void open.delete(this);
      const { socket } = req;
      // A connection may bring many such requests, and must not keep references to finished ones.
      const forget = () => {
        open.delete(this);
        req.off('end', forget);
        socket.off('close', forget);
      };
      req.once('end', forget);
      socket.once('close', forget);
    }
    server.on('request', (_request, response: Exchange) => {
      open.add(response);
      response.on('close', leave);
    });
  }

  [Symbol.iterator](): Iterator<Exchange> {
    return this.#open.values();
  }
}
