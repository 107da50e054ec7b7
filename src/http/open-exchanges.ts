import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request in transfer, or its answer in transfer: the answer, with the request as `req`. */
export type Exchange = ServerResponse;

const EXCHANGES = Symbol('exchanges');
type Connection = Socket & { [EXCHANGES]?: Exchange[] };

/** An answer may be complete before its request: Node reads and drops the rest. */
const isOver = ({ closed, req }: Exchange): boolean => closed && (req.complete || req.socket.destroyed);

/**
 * All requests and answers in transfer. Kept at their connections, because one set of them all, which changes with each
 * request, costs a tenth of the speed of single events.
 */
export class OpenExchanges {
  readonly #connections = new Set<Connection>();

  constructor(server: Server) {
    server.on('connection', (socket: Connection) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
    server.on('request', ({ socket }: { socket: Connection }, response: Exchange) => {
      const before = socket[EXCHANGES];
      // A client may send requests before it reads the answers to earlier ones.
      if (before?.length === 1 && isOver(before[0] as Exchange)) before[0] = response;
      else socket[EXCHANGES] = [...(before ?? []).filter((one) => !isOver(one)), response];
    });
  }

  *[Symbol.iterator](): Generator<Exchange> {
    for (const socket of this.#connections) {
      const open = socket[EXCHANGES]?.filter((one) => !isOver(one));
      if (!open) continue;
      socket[EXCHANGES] = open.length > 0 ? open : undefined;
      yield* open;
    }
  }
}
