import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { UnauthenticatedError } from '../errors.ts';
import { authenticate, writeRateLimit } from '../http/authenticate.ts';
import { credentialsHint, credentialsOf } from '../http/credentials.ts';
import { BodyError } from '../http/json-body.ts';
import { logCalls } from '../http/log-calls.ts';
import { limitRequests } from '../http/overload.ts';
import type { Installation } from '../installation.ts';
import { isAnonymous, limitAnonymousCallers, refuseUnlessIntrospection } from './anonymous-callers.ts';
import { answerType, readsGraphqlJson } from './answer-type.ts';
import { NOT_JSON, readBodies } from './body.ts';
import { knownCall, noteErrors } from './called.ts';
import { answerFast, takesFastPath } from './fast-path.ts';
import { maskError } from './mask.ts';
import { shareIntrospection } from './shared-introspection.ts';
import { singleConnection } from './single-connection/handle.ts';
import { serveWebSockets } from './websocket.ts';
import { type Caller, createGraphQL } from './yoga.ts';

const BODY_LIMIT = 10 * 1024 * 1024;

/**
 * Registers GraphQL: JSON over HTTP, and subscriptions over SSE and WebSocket, all on one path. `showPlayground` answers
 * browsers there.
 */
export async function registerGraphQL(
  app: FastifyInstance,
  installation: Installation,
  showPlayground?: onRequestAsyncHookHandler,
): Promise<void> {
  const graphql = createGraphQL(installation);
  const { yoga } = graphql;
  const sockets = serveWebSockets(app.server, graphql, installation);
  const eventStreams = new Set<ServerResponse>();
  // Clients take a completed stream for its regular end, so connections end first.
  app.addHook('preClose', async () => {
    sockets.goodbye();
    for (const stream of eventStreams) stream.destroy();
    installation.endStreams();
    await sockets.close();
  });

  const closeWithServer = (reply: FastifyReply) => {
    eventStreams.add(reply.raw);
    reply.raw.once('close', () => eventStreams.delete(reply.raw));
  };
  const single = singleConnection(graphql, installation, closeWithServer);

  let answerKnown: ReturnType<typeof shareIntrospection> | undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = request.caller!;
    if (single.takes(request)) return single.handle(request, reply);
    if (!caller.access) refuseUnlessIntrospection(installation, request);
    if (Array.isArray(request.body)) return refuseBatch(request, reply, request.body.length);
    if (!caller.access && request.method === 'POST' && answerKnown?.(request, reply)) return reply;
    if (takesFastPath(request) && (await answerFast(graphql, caller, request, reply, installation.log))) return reply;
    if (request.headers.accept?.includes('text/event-stream')) closeWithServer(reply);
    const response = await yoga.handleNodeRequestAndResponse(request, reply, caller);
    reply.code(response.status).headers(Object.fromEntries(response.headers));
    reply.header('cache-control', 'private, no-store'); // Yoga allows caches to keep streams
    if (response.body || response.status < 400) return reply.send(response.body ?? '');
    const takesJson = /json|\*\/\*|application\/\*/.test(request.headers.accept ?? '*/*');
    const message =
      response.status === 406 && takesJson
        ? SUBSCRIBE
        : (WITHOUT_BODY[response.status] ?? 'The request cannot be answered.');
    return reply.header('content-type', answerType(request)).send(fault(message));
  };

  const refuse = (reply: FastifyReply, error: unknown) => {
    const masked = maskError(error, installation.log);
    const { code, retryAfter } = masked.extensions;
    noteErrors(reply.request.caller?.called, [masked]);
    if (code === 'UNAUTHENTICATED')
      reply.headers({ 'www-authenticate': 'Bearer', 'x-hint': credentialsHint(reply.request.headers) });
    if (retryAfter) reply.header('retry-after', String(retryAfter));
    return reply
      .code(REFUSALS[String(code)] ?? 500)
      .header('content-type', answerType(reply.request))
      .send(JSON.stringify({ errors: [masked] }));
  };

  app.decorateRequest('caller');
  await app.register(async (routes) => {
    if (showPlayground) routes.addHook('onRequest', showPlayground);
    logCalls(routes, installation, knownCall);
    limitRequests(routes, installation);
    limitAnonymousCallers(routes, installation);
    routes.addHook('onRequest', async (request, reply) => {
      request.caller = await callerOf(installation, request, reply);
    });
    routes.addHook('onSend', async (request, reply) => {
      if (request.caller?.once?.replayed) reply.header('Idempotent-Replay', 'true');
      if (request.caller?.once?.refused) reply.code(422);
    });
    answerKnown = shareIntrospection(routes);
    readBodies(routes);
    routes.setErrorHandler((error: { statusCode?: number; message: string }, request, reply) => {
      const status = error.statusCode && error.statusCode < 500 ? error.statusCode : undefined;
      if (!status) return refuse(reply, error);
      // Anonymous callers get the same refusal for any mistake, because they may only read the schema.
      if (isAnonymous(installation, request)) return refuse(reply, new UnauthenticatedError());
      const ownWords = error instanceof BodyError ? undefined : WITHOUT_BODY[status];
      const hint = error instanceof BodyError && error.hint ? ` ${error.hint}` : '';
      return reply
        .code(status)
        .header('content-type', answerType(request))
        .send(fault(ownWords ?? `${error.message}${hint}`));
    });
    routes.route({ method: ['GET', 'POST', 'PUT', 'DELETE'], url: '/graphql', handler: answer, bodyLimit: BODY_LIMIT });
  });
}

const REFUSALS: Record<string, number> = { UNAUTHENTICATED: 401, FORBIDDEN: 403, RATE_LIMITED: 429, UNAVAILABLE: 503 };

/** To a subscription that asks for JSON. */
const SUBSCRIBE =
  'A subscription is a stream: send Accept: text/event-stream, or open a WebSocket with the protocol graphql-transport-ws at this address.';

const ONE_BY_ONE =
  'Batching is not supported: send one operation per request. It may have many fields, also several mutations, each with an alias.';

/** Clients that send batches read one answer for each operation. They show no other refusal. */
const MOST_REFUSALS = 100;

/** Refuses each operation of a batch, with the status of other refusals: 200 for clients of the older media type. */
function refuseBatch(request: FastifyRequest, reply: FastifyReply, operations: number): FastifyReply {
  const isShort = operations > 0 && operations <= MOST_REFUSALS;
  return reply
    .code(isShort && !readsGraphqlJson(request) ? 200 : 400)
    .header('content-type', answerType(request))
    .send(JSON.stringify(isShort ? new Array(operations).fill(fault(ONE_BY_ONE)) : fault(ONE_BY_ONE)));
}

/** Answers of Yoga without a body. */
const WITHOUT_BODY: Record<number, string> = {
  406: 'The Accept header must allow application/json or application/graphql-response+json.',
  415: NOT_JSON,
};

const fault = (message: string) => ({
  errors: [{ message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED', issues: [] } }],
});

/** Identifies the caller. Callers without a token or session may read the schema; an invalid one is refused. */
async function callerOf(installation: Installation, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  if (isAnonymous(installation, request)) return { address: request.ip };
  const key = request.headers['idempotency-key'];
  const once = key === undefined ? undefined : { key };
  const access = await authenticate(installation, credentialsOf(installation, request), {
    onCaller: (access) => {
      request.caller = { access, address: request.ip, called: {} }; // a refused call is logged too
    },
    onAllowance: writeRateLimit(reply),
  });
  return { access, address: request.ip, once, called: {} };
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}
