import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../domain/platform/access.ts';
import type { LoggedCall, Outcome } from '../domain/platform/request-log/logged-call.ts';
import type { Installation } from '../installation.ts';

/** What an interface knows of a call. */
type Known = Pick<
  LoggedCall,
  'interface' | 'route' | 'operationType' | 'operationName' | 'rootFields' | 'outcome' | 'errorCodes'
> & {
  /** Absent if the caller could not be authenticated. */
  access: Access | undefined;
};

/** Adds each call with a token to the log of its team, once it is answered. Calls of members' browsers are not logged. */
export function logCalls(
  routes: FastifyInstance,
  { requestLog }: Installation,
  knownOf: (request: FastifyRequest, reply: FastifyReply) => Known,
): void {
  routes.addHook('onResponse', (request, reply, done) => {
    const { access, ...known } = knownOf(request, reply);
    if (access?.kind === 'token') {
      requestLog.add({
        ...known,
        teamId: access.teamId,
        id: request.id,
        tokenId: access.tokenId,
        method: request.method,
        parameters: parametersOf(request.query),
        status: reply.statusCode,
        replayed: reply.hasHeader('Idempotent-Replay'),
        milliseconds: Math.round(reply.elapsedTime),
        createdAt: new Date(Date.now() - reply.elapsedTime),
      });
    }
    done();
  });
}

/** A name of the interface, and not something that a client wrote in its place, such as an address. */
const PLAIN = /^\w[\w.[\]-]{0,99}$/;

const MOST_PARAMETERS = 30;

const parametersOf = (query: unknown): string[] =>
  Object.keys(query ?? {})
    .filter((name) => PLAIN.test(name))
    .slice(0, MOST_PARAMETERS);

/** An error code with its field, if the name of the field can be shown. */
export const codeOfField = (field: string, code: string): string => (PLAIN.test(field) ? `${field}=${code}` : code);

export function outcomeOf(status: number): Outcome {
  if (status >= 500) return 'server_error';
  return status >= 400 ? 'client_error' : 'succeeded';
}
