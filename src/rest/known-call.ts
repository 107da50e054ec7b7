import type { FastifyReply, FastifyRequest } from 'fastify';
import { codeOfField, outcomeOf } from '../http/log-calls.ts';
import { templated } from './openapi/path-names.ts';

const MOST_CODES = 20;

/** What the request log shows of a call of /v1. */
export const knownCall = (request: FastifyRequest, reply: FastifyReply) => ({
  access: request.access,
  interface: 'rest' as const,
  route: request.routeOptions.url ? templated(request.routeOptions.url) : null,
  operationType: null,
  operationName: null,
  rootFields: [],
  outcome: outcomeOf(reply.statusCode),
  errorCodes: codesOf(reply.getHeader('X-Error-Codes')),
});

/** The codes of `X-Error-Codes` with their fields (error-codes.ts). */
function codesOf(header: unknown): string[] {
  if (typeof header !== 'string' || header === '') return [];
  return header
    .split(', ')
    .slice(0, MOST_CODES)
    .map((pair) => {
      const end = pair.lastIndexOf('=');
      return codeOfField(pair.slice(0, end), pair.slice(end + 1));
    });
}
