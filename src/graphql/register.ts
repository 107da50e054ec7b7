import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Installation } from '../installation.ts';
import { maskError } from './mask.ts';
import { answerPlainly, isPlain } from './short-way.ts';
import { serveWebSockets } from './websocket.ts';
import { type Caller, createGraphQL } from './yoga.ts';

const PATHS = ['/graphql', '/api/graphql'];
const BODY_LIMIT = 10 * 1024 * 1024;

/** Puts GraphQL in place: JSON over HTTP, GraphiQL, subscriptions over SSE and WebSocket, all on one path. */
export async function registerGraphQL(app: FastifyInstance, installation: Installation): Promise<void> {
  const yoga = createGraphQL(installation);
  const closeSockets = serveWebSockets(app.server, yoga, installation);
  app.addHook('preClose', closeSockets);

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    let caller: Caller;
    try {
      caller = await admit(installation, request);
    } catch (error) {
      return refuse(reply, error);
    }
    if (isPlain(request) && (await answerPlainly(yoga, caller, request, reply, installation.log))) return reply;
    request.raw.url = request.raw.url?.replace(/^\/api/, '');
    const response = await yoga.handleNodeRequestAndResponse(request, reply, caller);
    return reply
      .code(response.status)
      .headers(Object.fromEntries(response.headers))
      .send(response.body ?? '');
  };

  const refuse = (reply: FastifyReply, error: unknown) => {
    const masked = maskError(error, installation.log);
    const status =
      masked.extensions.code === 'UNAUTHENTICATED' ? 401 : masked.extensions.code === 'FORBIDDEN' ? 403 : 500;
    return reply
      .code(status)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify({ errors: [masked] }));
  };

  await app.register(async (door) => {
    door.addContentTypeParser(
      ['application/graphql', 'application/graphql+json', 'multipart/form-data', 'application/x-www-form-urlencoded'],
      (_request, _payload, done) => done(null),
    );
    door.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
      const status = error.statusCode && error.statusCode < 500 ? error.statusCode : undefined;
      if (!status) return refuse(reply, error);
      const fault = { message: error.message, extensions: { code: 'VALIDATION_FAILED', issues: [] } };
      return reply.code(status).send({ errors: [fault] });
    });
    for (const url of PATHS)
      door.route({ method: ['GET', 'POST', 'OPTIONS'], url, handler: answer, bodyLimit: BODY_LIMIT });
  });
}

/** A caller without a token may look at the schema; one with a token that does not hold is turned away. */
async function admit(installation: Installation, request: FastifyRequest): Promise<Caller> {
  const { authorization } = request.headers;
  return authorization === undefined ? {} : { access: await installation.access.admit(authorization) };
}
