import type { Server, ServerResponse } from 'node:http';

/** A request that is still arriving, or whose answer is still leaving: its answer, which has the request as `req`. */
export type Exchange = ServerResponse;

/** Everything that clients and this server have not finished saying to each other. */
export class OpenExchanges {
  readonly #open = new Set<Exchange>();

  constructor(server: Server) {
    const open = this.#open;
    /** An answer may be there before the whole request is: Node reads the rest and drops it. Shared by all answers, to cost nothing. */
    function leave(this: Exchange): void {
      const { req } = this;
      if (req.complete || req.socket.destroyed) return void open.delete(this);
      const { socket } = req;
      // A connection may bring many such requests: it must not keep one when it is over.
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
