import type { FastifyInstance } from 'fastify';
import { run, sql } from '../database/connect.ts';
import { hasRoom } from '../database/full-disk.ts';
import type { Installation } from '../installation.ts';
import { RETRY_AFTER } from './unavailable.ts';

/** /health/live: the process answers. /health/ready: the database answers too, and has room. */
export function registerHealth(app: FastifyInstance, { connection, pubsub }: Installation): void {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const answers =
      pubsub.listening &&
      (await run(connection.db, sql`select 1`).then(
        () => true,
        () => false,
      ));
    if (answers && (await hasRoom(connection.db))) return { status: 'ok' };
    const status = answers ? 'the disk of the database is full' : 'the database does not answer';
    return reply.code(503).header('Retry-After', String(RETRY_AFTER)).send({ status });
  });
}
