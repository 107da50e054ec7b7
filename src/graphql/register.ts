import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, writeRateLimit } from '../http/authenticate.ts';
import { jsonText } from '../http/json-body.ts';
import type { Installation } from '../installation.ts';
import { answerFast, takesFastPath } from './fast-path.ts';
import { maskError } from './mask.ts';
import { serveWebSockets } from './websocket.ts';
import { type Caller, createGraphQL } from './yoga.ts';

const PATHS = ['/graphql', '/api/graphql'];
const BODY_LIMIT = 10 * 1024 * 1024;

/** Registers GraphQL: JSON over HTTP, GraphiQL, and subscriptions over SSE and WebSocket, all on one path. */
export async function registerGraphQL(app: FastifyInstance, installation: Installation): Promise<void> {
  const yoga = createGraphQL(installation);
  const sockets = serveWebSockets(app.server, yoga, installation);
  const eventStreams = new Set<ServerResponse>();
  // Clients take a stream that completes for one that has nothing more to say. So connections end first.
  app.addHook('preClose', async () => {
    sockets.goodbye();
    for (const stream of eventStreams) stream.destroy();
    installation.endStreams();
    await sockets.close();
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = request.caller!;
    if (takesFastPath(request) && (await answerFast(yoga, caller, request, reply, installation.log))) return reply;
    request.raw.url = request.raw.url?.replace(/^\/api/, '');
    if (request.headers.accept?.includes('text/event-stream')) {
      eventStreams.add(reply.raw);
      reply.raw.once('close', () => eventStreams.delete(reply.raw));
    }
    const response = await yoga.handleNodeRequestAndResponse(request, reply, caller);
    return reply
      .code(response.status)
      .headers(Object.fromEntries(response.headers))
      .send(response.body ?? '');
  };

  const refuse = (reply: FastifyReply, error: unknown) => {
    const masked = maskError(error, installation.log);
    const { code, retryAfter } = masked.extensions;
    if (retryAfter) reply.header('retry-after', String(retryAfter));
    return reply
      .code(retryAfter ? 503 : (REFUSALS[String(code)] ?? 500))
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify({ errors: [masked] }));
  };

  app.decorateRequest('caller');
  await app.register(async (routes) => {
    routes.addHook('onRequest', async (request, reply) => {
      request.caller = await callerOf(installation, request, reply);
    });
    routes.addHook('onSend', async (request, reply) => {
      if (request.caller?.once?.replayed) reply.header('Idempotent-Replay', 'true');
      if (request.caller?.once?.refused) reply.code(422);
    });
    const parse = routes.getDefaultJsonParser('ignore', 'ignore');
    routes.removeContentTypeParser('application/json');
    routes.addContentTypeParser(
      ['application/json', 'application/graphql+json'],
      { parseAs: 'buffer' },
      (request, body, done) => {
        try {
          parse(request, jsonText(request.headers['content-type'], body as Buffer), done);
        } catch (error) {
          done(error as Error);
        }
      },
    );
    routes.addContentTypeParser(
      ['application/graphql', 'multipart/form-data', 'application/x-www-form-urlencoded'],
      (_request, _payload, done) => done(null),
    );
    routes.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
      const status = error.statusCode && error.statusCode < 500 ? error.statusCode : undefined;
      if (!status) return refuse(reply, error);
      const fault = { message: error.message, extensions: { code: 'VALIDATION_FAILED', issues: [] } };
      return reply.code(status).send({ errors: [fault] });
    });
    for (const url of PATHS)
      routes.route({ method: ['GET', 'POST', 'OPTIONS'], url, handler: answer, bodyLimit: BODY_LIMIT });
  });
}

const REFUSALS: Record<string, number> = { UNAUTHENTICATED: 401, FORBIDDEN: 403, RATE_LIMITED: 429 };

/** Identifies the caller. Without a token one may read the schema; with an invalid token the request is refused. */
async function callerOf(installation: Installation, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const { authorization, 'idempotency-key': key } = request.headers;
  const once = key === undefined ? undefined : { key };
  return authorization === undefined
    ? {}
    : { access: await authenticate(installation, authorization, writeRateLimit(reply)), once };
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}
