import { type DocumentNode, getOperationAST } from 'graphql';
import type { Access } from '../domain/platform/access.ts';
import { loggedCaller } from '../http/request-log.ts';
import type { Log } from '../log.ts';

/** Clients choose the name, of any length. */
const LONGEST_NAME = 100;

interface Operation {
  begun: number;
  operation?: string;
  name?: string;
  access?: Access;
  results: number;
  errors: number;
}

/**
 * Logs a line for each operation over a WebSocket when it ends for any reason: its name, and never its text or variables. `socket`
 * is the context that graphql-ws keeps for a socket, and `id` the client's own for the operation.
 */
export class OperationLog {
  readonly #log: Log;
  readonly #open = new WeakMap<object, Map<string, Operation>>();

  constructor(log: Log) {
    this.#log = log;
  }

  begin(socket: object, id: string): void {
    this.end(socket, id); // the client may use an id again once it has completed it
    const operations = this.#open.get(socket) ?? new Map<string, Operation>();
    this.#open.set(socket, operations.set(id, { begun: performance.now(), results: 0, errors: 0 }));
  }

  identify(socket: object, id: string, access: Access | undefined): void {
    this.#change(socket, id, { access });
  }

  describe(socket: object, id: string, document: DocumentNode, operationName?: string | null): void {
    const node = getOperationAST(document, operationName);
    if (!node) return;
    const name = node.name?.value.slice(0, LONGEST_NAME);
    this.#change(socket, id, { operation: node.operation, ...(name && { name }) });
  }

  /** Counts a result of an operation, and its errors. */
  count(socket: object, id: string, errors = 0): void {
    const operation = this.#open.get(socket)?.get(id);
    if (!operation) return;
    operation.results += 1;
    operation.errors += errors;
  }

  /** `errors`: of an operation that they end. What has ended does not end again. */
  end(socket: object, id: string, errors = 0): void {
    const operations = this.#open.get(socket);
    const ended = operations?.get(id);
    if (!ended) return;
    operations?.delete(id);
    const { begun, access, ...fields } = ended;
    this.#log.info(
      {
        method: 'WEBSOCKET',
        route: '/graphql',
        ...fields,
        errors: fields.errors + errors,
        milliseconds: Math.round(performance.now() - begun),
        ...loggedCaller(access),
      },
      'request',
    );
  }

  /** Ends all that a socket has open. */
  close(socket: object): void {
    for (const id of [...(this.#open.get(socket)?.keys() ?? [])]) this.end(socket, id);
  }

  #change(socket: object, id: string, known: Partial<Operation>): void {
    const operation = this.#open.get(socket)?.get(id);
    if (operation) Object.assign(operation, known);
  }
}
