import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Installation } from '../installation.ts';
import { counted, httpRequests } from '../metrics/metrics.ts';
import { createInstallationMetrics } from './installation-metrics.ts';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const refusal = (status: number, body: object, headers = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

const NOT_FOUND = refusal(404, { message: 'Not found.', errors: {} });
const UNAUTHENTICATED = refusal(401, { message: 'Unauthenticated.' }, { 'www-authenticate': 'Bearer' });

/** Gives everything there is to tell Prometheus, to whoever has METRICS_TOKEN if it is set. */
function createReader(installation: Installation): (headers: IncomingHttpHeaders) => Promise<Answer> {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  const readInstallation = createInstallationMetrics(installation);
  const { metricsToken } = installation.config;
  return async ({ authorization }) => {
    if (metricsToken && !isSame(authorization, `Bearer ${metricsToken}`)) return UNAUTHENTICATED;
    const all = Registry.merge([ofProcess, counted, await readInstallation()]);
    return { status: 200, headers: { 'content-type': all.contentType }, body: await all.metrics() };
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (given = '', wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));

/**
 * Measures requests by route, and answers /metrics. With METRICS_PORT it answers there only. Without METRICS_TOKEN it
 * answers only while HOST is this machine alone and no proxy has forwarded the request. Otherwise there is no such page.
 */
export function registerMetrics(app: FastifyInstance, installation: Installation): void {
  const { config } = installation;
  app.addHook('onResponse', async (request, reply) => observe(request, reply));
  const read = config.metricsPort === undefined ? createReader(installation) : undefined;
  app.get('/metrics', async ({ headers }, reply) => {
    const shown = config.metricsToken !== undefined || (isLocal(config.host) && !isForwarded(headers));
    const { status, headers: given, body } = read && shown ? await read(headers) : NOT_FOUND;
    return reply.code(status).headers(given).send(body);
  });
}

const isLocal = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/.test(host);

const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);

/** Routes as they are declared, never paths as they come: those are without end, and hold ids and signed links. */
function observe({ method, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
  const route = routeOptions.url ?? 'unknown';
  httpRequests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
}

/** For a whole request: nobody sends a body. */
const REQUEST_MS = 10_000;

export interface MetricsServer {
  port: number;
  stop(): Promise<void>;
}

/** Answers /metrics at METRICS_PORT, if it is set. Rejects when it cannot listen. */
export async function startMetricsServer(installation: Installation): Promise<MetricsServer | undefined> {
  const { metricsPort: port, metricsHost: host } = installation.config;
  if (port === undefined) return undefined;
  const read = createReader(installation);
  const server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => {
    const wanted = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    void (wanted ? read(request.headers) : Promise.resolve(NOT_FOUND)).then(({ status, headers, body }) =>
      response.writeHead(status, headers).end(body),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
