import type { FastifyReply } from 'fastify';
import type { Reply } from './answer.ts';

/** Sends an answer as JSON, or without a body. */
export function send(reply: FastifyReply, { status, body, headers }: Reply): FastifyReply {
  reply.code(status);
  if (headers) reply.headers(headers);
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (body === undefined) return reply.send();
  return reply.header('Content-Type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}
