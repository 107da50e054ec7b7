import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Installation } from '../installation.ts';
import { metricsOfAll } from '../metrics/all-processes.ts';
import { counted, httpRequests } from '../metrics/metrics.ts';
import { createInstallationMetrics } from './installation-metrics.ts';
import { type Answer, json, NOT_FOUND, type SmallServer, startSmallServer } from './small-server.ts';

const UNAUTHENTICATED = json(401, { message: 'Unauthenticated.' }, { 'www-authenticate': 'Bearer' });

/** Returns all Prometheus metrics to callers with METRICS_TOKEN, if it is set. */
function createReader(installation: Installation): (headers: IncomingHttpHeaders) => Promise<Answer> {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  const readProcesses = metricsOfAll([ofProcess, counted]);
  const readInstallation = createInstallationMetrics(installation);
  const { metricsToken } = installation.config;
  return async ({ authorization }) => {
    if (metricsToken && !isSame(authorization, `Bearer ${metricsToken}`)) return UNAUTHENTICATED;
    const ofInstallation = await readInstallation();
    const body = `${await readProcesses()}\n${await ofInstallation.metrics()}`;
    return { status: 200, headers: { 'content-type': ofInstallation.contentType }, body };
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (given = '', wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));

/**
 * Measures requests by route, and serves /metrics. With METRICS_PORT, only there. Without METRICS_TOKEN, only if HOST
 * is this machine alone and the request was not forwarded by a proxy. Otherwise the page does not exist.
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

/** Uses declared routes instead of actual paths, which are unlimited in number and contain ids and signed links. */
function observe({ method, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
  const route = routeOptions.url ?? 'unknown';
  httpRequests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
}

/** Serves /metrics at METRICS_PORT, if it is set. Rejects if it cannot listen. */
export async function startMetricsServer(installation: Installation): Promise<SmallServer | undefined> {
  const { metricsPort: port, metricsHost: host } = installation.config;
  if (port === undefined) return undefined;
  return startSmallServer({ host, port }, { '/metrics': createReader(installation) });
}
