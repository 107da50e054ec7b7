import type { FastifyInstance } from 'fastify';
import { hasRoom } from '../database/full-disk.ts';
import { WriteProbe } from '../database/write-probe.ts';
import type { Installation } from '../installation.ts';
import { json, type SmallServer, startSmallServer } from './small-server.ts';
import { RETRY_AFTER } from './unavailable.ts';

const OK = { status: 'ok' };
const STOPPING = 'the process is stopping';

/** /health/live: the process answers. /health/ready: it can serve requests. */
export function registerHealth(app: FastifyInstance, installation: Installation): void {
  const look = createReadiness(installation);
  app.get('/health/live', async () => OK);
  app.get('/health/ready', async (_request, reply) => {
    const problem = app.isDraining ? STOPPING : await look();
    if (!problem) return OK;
    return reply.code(503).header('Retry-After', String(RETRY_AFTER)).send({ status: problem });
  });
}

/** The same pages of a process without other routes, at HEALTH_PORT if it is set. Rejects if it cannot listen. */
export async function startHealthServer(
  installation: Installation,
  stop: AbortSignal,
): Promise<SmallServer | undefined> {
  const { healthPort: port, healthHost: host } = installation.config;
  if (port === undefined) return undefined;
  const look = createReadiness(installation);
  return startSmallServer(
    { host, port },
    {
      '/health/live': async () => json(200, OK),
      '/health/ready': async () => {
        const problem = stop.aborted ? STOPPING : await look();
        return problem ? json(503, { status: problem }, { 'retry-after': String(RETRY_AFTER) }) : json(200, OK);
      },
    },
  );
}

/** Texts for the operator. */
const PROBLEMS = {
  silent: 'the database is not responding',
  'read-only': 'the database is read-only',
  full: 'the disk of the database is full',
} as const;

/**
 * Explains why the process is not ready: notices must arrive, and the database must accept writes and have room.
 * Undefined if it is ready.
 */
function createReadiness({ connection, pubsub }: Installation): () => Promise<string | undefined> {
  const probe = new WriteProbe(connection.db);
  return async () => {
    if (!pubsub.listening) return PROBLEMS.silent;
    const answer = await probe.ask();
    if (answer !== 'writable') return PROBLEMS[answer];
    return (await hasRoom(connection.db)) ? undefined : PROBLEMS.full;
  };
}
