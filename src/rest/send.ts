import type { FastifyReply } from 'fastify';
import { credentialsHint } from '../http/credentials.ts';
import type { Reply } from './answer.ts';
import { templated } from './openapi/path-names.ts';

/** Sends an answer as JSON, or without a body. */
export function send(reply: FastifyReply, { status, body, headers }: Reply): FastifyReply {
  reply.code(status);
  if (headers) reply.headers(headers);
  if (status === 401) reply.headers({ 'WWW-Authenticate': 'Bearer', 'X-Hint': credentialsHint(reply.request.headers) });
  if (status === 404 && !reply.hasHeader('X-Hint')) reply.header('X-Hint', nothingFound(reply));
  if (body === undefined) return reply.send();
  return reply.header('Content-Type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}

/** The path is known, so that an id or a name in it is not. */
const nothingFound = ({ request }: FastifyReply): string => {
  const path = templated((request.routeOptions.url ?? '').replace(/^(\/api)?\/v1/, ''));
  return `${request.method} /v1${path} exists, but your team has nothing with this id or name.`;
};
