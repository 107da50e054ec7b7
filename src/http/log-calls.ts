import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../domain/platform/access.ts';
import type { LoggedCall, Outcome } from '../domain/platform/request-log/logged-call.ts';
import type { Installation } from '../installation.ts';

/** What an interface tells of a call once it is answered. */
interface Teller {
  /** Absent if the caller could not be authenticated. */
  accessOf(request: FastifyRequest): Access | undefined;
  outcomeOf(request: FastifyRequest, reply: FastifyReply): Outcome;
  detailsOf(request: FastifyRequest, reply: FastifyReply): Details;
}

type Details = Pick<
  LoggedCall,
  'interface' | 'route' | 'operationType' | 'operationName' | 'rootFields' | 'errorCodes'
>;

/**
 * Adds each call with a token to the log of its team, once it is answered. Calls of members' browsers are not logged. Details are
 * collected last, because a busy team makes far more calls than its log takes.
 */
export function logCalls(routes: FastifyInstance, { requestLog }: Installation, teller: Teller): void {
  routes.addHook('onResponse', (request, reply, done) => {
    const access = teller.accessOf(request);
    if (access?.kind === 'token') {
      const outcome = teller.outcomeOf(request, reply);
      if (requestLog.takes(access.teamId, outcome)) {
        requestLog.add(loggedCall(request, reply, access, outcome, teller.detailsOf(request, reply)));
      }
    }
    done();
  });
}

const loggedCall = (
  request: FastifyRequest,
  reply: FastifyReply,
  { teamId, tokenId }: Extract<Access, { kind: 'token' }>,
  outcome: Outcome,
  details: Details,
): LoggedCall => ({
  ...details,
  teamId,
  id: request.id,
  tokenId,
  method: request.method,
  parameters: parametersOf(request.query),
  status: reply.statusCode,
  outcome,
  replayed: reply.hasHeader('Idempotent-Replay'),
  milliseconds: Math.round(reply.elapsedTime),
  createdAt: new Date(Date.now() - reply.elapsedTime),
});

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
