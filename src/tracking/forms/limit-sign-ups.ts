import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/connect.ts';
import { NetworkLimit } from '../../domain/platform/network-limit.ts';
import { blockOf } from '../../network/networks.ts';
import { sendFailure } from './form-answers.ts';

/**
 * Refuses sign-ups from a network that sends more than `max` a minute, over all processes. It does so before the body is read,
 * and for a network that is known to be over its limit without a database query. 0 turns it off.
 */
export function limitSignUps(
  db: Database,
  max: number,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  if (max === 0) return async () => undefined;
  const limit = new NetworkLimit(db, { kind: 'form', max });
  return async (request, reply) => {
    const wait = await limit.take(blockOf(request.ip));
    if (wait === undefined) return undefined;
    return sendFailure(request, reply.header('Retry-After', String(wait)), 'tooMany', 429);
  };
}
