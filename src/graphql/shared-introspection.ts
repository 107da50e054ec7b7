import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { markShared } from '../http/unread-answers.ts';

/** Tools' queries of the schema return two megabytes, and vary little. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Smaller answers cost less than the connection itself. */
const LEAST_BYTES = 32 * 1024;

interface Known {
  body: Buffer;
  type: string;
}

/**
 * Keeps long answers about the schema, which are the same for everyone with the same query. Slow callers without a
 * token then share the bytes. Returns a function that answers such a call from the cache.
 */
export function shareIntrospection(routes: FastifyInstance): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const known = new LRUCache<string, Known>({ maxSize: MOST_BYTES, sizeCalculation: ({ body }) => body.length });
  const asked = new WeakMap<FastifyRequest, string>();

  routes.addHook('onSend', (request, reply, payload, done) => {
    const key = asked.get(request);
    if (key === undefined || reply.statusCode !== 200 || typeof payload !== 'string' || payload.length < LEAST_BYTES) {
      return done(null, payload);
    }
    const body = Buffer.from(payload);
    known.set(key, { body, type: String(reply.getHeader('content-type')) });
    markShared(reply);
    done(null, body);
  });

  return (request, reply) => {
    const key = `${request.headers.accept} ${JSON.stringify(request.body)}`;
    const found = known.get(key);
    if (!found) asked.set(request, key);
    else void markShared(reply).header('content-type', found.type).send(found.body);
    return found !== undefined;
  };
}
