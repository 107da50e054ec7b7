import type { FastifyInstance } from 'fastify';
import { hasRoom } from '../database/full-disk.ts';
import { WriteProbe } from '../database/write-probe.ts';
import type { Installation } from '../installation.ts';
import { RETRY_AFTER } from './unavailable.ts';

/** In words for the operator. */
const STATUS = {
  silent: 'the database does not answer',
  'read-only': 'the database is read-only',
  full: 'the disk of the database is full',
} as const;

/** /health/live: the process answers. /health/ready: notices arrive, and the database takes writes and has room. */
export function registerHealth(app: FastifyInstance, { connection, pubsub }: Installation): void {
  const probe = new WriteProbe(connection.db);
  const look = async (): Promise<keyof typeof STATUS | undefined> => {
    if (!pubsub.listening) return 'silent';
    const answer = await probe.ask();
    if (answer !== 'writable') return answer;
    return (await hasRoom(connection.db)) ? undefined : 'full';
  };
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const problem = await look();
    if (!problem) return { status: 'ok' };
    return reply.code(503).header('Retry-After', String(RETRY_AFTER)).send({ status: STATUS[problem] });
  });
}
