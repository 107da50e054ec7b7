import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { registerDashboard } from './account/dashboard.ts';
import { servePlayground } from './account/playground/serve.ts';
import { registerAccountPages } from './account/register.ts';
import { registerFeedback } from './feedback/register.ts';
import { registerClientFiles } from './graphql/client-files/register.ts';
import { registerGraphQL } from './graphql/register.ts';
import { sendAnswerHeaders } from './http/answer-headers.ts';
import { withoutApiPrefix } from './http/api-prefix.ts';
import { allowOrigins } from './http/cors.ts';
import { discardBody } from './http/discard-body.ts';
import { drainBeforeClosing } from './http/drain.ts';
import { registerHealth } from './http/health.ts';
import { registerMetrics } from './http/metrics.ts';
import { namesOneHost } from './http/one-host.ts';
import { OpenExchanges } from './http/open-exchanges.ts';
import { registerIcon } from './http/page-look.ts';
import { logRequests } from './http/request-log.ts';
import { endSlowBodies } from './http/slow-bodies.ts';
import { refuseUnparsed } from './http/unparsed.ts';
import { endUnreadAnswers } from './http/unread-answers.ts';
import { newId } from './ids.ts';
import type { Installation } from './installation.ts';
import { registerReference } from './reference/register.ts';
import { BODY_LIMIT } from './rest/body.ts';
import { exportPerson } from './rest/export-person.ts';
import { registerRest } from './rest/register.ts';
import { registerTracking } from './tracking/register.ts';

const NOT_FOUND = { message: 'Not found.', errors: {} };
const TWO_HOSTS = { message: 'The request must name one valid Host.', errors: {} };

/** The HTTP server with every interface: /graphql, /v1, link pages, provider feedback, health. Not listening yet. */
export async function createApp(installation: Installation): Promise<FastifyInstance> {
  const { corsOrigins, trustedProxies } = installation.config;
  const app: FastifyInstance = fastify({
    loggerInstance: installation.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    rewriteUrl: withoutApiPrefix,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: BODY_LIMIT,
    // A `__proto__` key is plain data: no code here merges input into other objects.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    forceCloseConnections: 'idle',
    // Otherwise Fastify refuses requests on kept connections, with an error of its own format.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => refuseUnparsed(error, socket, newId()),
    routerOptions: { maxParamLength: 512 },
    // For a URL that cannot be decoded. Hooks do not run for it.
    frameworkErrors: (_error, request, reply: FastifyReply) =>
      reply.header('X-Request-Id', request.id).code(404).send(NOT_FOUND),
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    if (namesOneHost(request.raw)) return done();
    reply.code(400).header('Connection', 'close').send(TWO_HOSTS);
  });
  sendAnswerHeaders(app, installation);
  await allowOrigins(app, corsOrigins);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!READS_FIRST.has(reply.statusCode)) return done(null, payload);
    void discardBody(request.raw).then(() => done(null, payload));
  });
  const exchanges = new OpenExchanges(app.server);
  endSlowBodies(app, installation, exchanges);
  endUnreadAnswers(app, installation, exchanges);
  endSilentConnections(app);
  drainBeforeClosing(app); // before streams end
  registerMetrics(app, installation);
  if (installation.config.requestLog) logRequests(app, installation);
  registerHealth(app, installation);
  await registerGraphQL(app, installation, servePlayground(app, installation));
  registerClientFiles(app, installation);
  registerReference(app, installation);
  await registerRest(app, installation);
  registerIcon(app);
  await registerAccountPages(app, installation);
  app.setNotFoundHandler(
    registerDashboard(app, installation, async (_request, reply) => reply.code(404).send(NOT_FOUND)),
  );
  await registerTracking(app, installation, exportPerson(installation));
  await registerFeedback(app, installation);
  return app;
}

/** Refusals of a body that clients are still sending: it is read first, because many see no answer otherwise. */
const READS_FIRST: ReadonlySet<number> = new Set([413, 415]);

/** How long requests may still arrive after the server stops. */
const LAST_REQUESTS_MS = 300;

/**
 * On shutdown, closes connections without a request, and those with a refused, unread body. Browsers open spare connections, and
 * a refused client may never send the rest; Node would wait for both.
 */
function endSilentConnections(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('upgrade', ({ socket }: IncomingMessage) => void silent.delete(socket));
  app.server.on('request', (request, response) => {
    silent.delete(request.socket);
    response.once('finish', () => {
      if (!request.complete && !request.socket.destroyed) silent.add(request.socket);
    });
  });
  app.addHook('preClose', async () => {
    setTimeout(() => silent.forEach((socket) => void socket.destroy()), LAST_REQUESTS_MS).unref();
  });
}
