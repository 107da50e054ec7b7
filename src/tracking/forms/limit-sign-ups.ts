import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { blockOf } from './address-block.ts';
import { sendFailure } from './form-answers.ts';

/** Blocks that are counted at a time; the one that has been quiet for longest is forgotten first. */
const MOST_BLOCKS = 50_000;

/**
 * Refuses sign-ups of a block of addresses that sends more than `max` in a minute, over this process: before the body is read,
 * and before the database is asked for anything. 0 switches it off.
 */
export async function limitSignUps(
  app: FastifyInstance,
  max: number,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<unknown>> {
  if (max === 0) return async () => undefined;
  await app.register(rateLimit, { global: false, cache: MOST_BLOCKS });
  const take = app.createRateLimit({ max, timeWindow: '1 minute', keyGenerator: ({ ip }) => blockOf(ip) });
  return async (request, reply) => {
    const taken = await take(request);
    if (taken.isAllowed || !taken.isExceeded) return undefined;
    return sendFailure(request, reply.header('Retry-After', String(taken.ttlInSeconds)), 'tooMany', 429);
  };
}
