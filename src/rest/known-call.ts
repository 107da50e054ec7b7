import type { FastifyReply, FastifyRequest } from 'fastify';
import { codeOfField, outcomeOf } from '../http/log-calls.ts';
import { templated } from './openapi/path-names.ts';

const MOST_CODES = 20;

/** What the request log shows of a call of /v1. */
export const knownCall = {
  accessOf: (request: FastifyRequest) => request.access,
  outcomeOf: (_: FastifyRequest, reply: FastifyReply) => outcomeOf(reply.statusCode),
  detailsOf: ({ routeOptions: { url } }: FastifyRequest, reply: FastifyReply) => ({
    interface: 'rest' as const,
    route: url ? templated(url) : null,
    operationType: null,
    operationName: null,
    rootFields: [],
    errorCodes: reply.statusCode === 409 ? ['CONFLICT'] : codesOf(reply.getHeader('X-Error-Codes')), // as GraphQL is logged
  }),
};

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
