import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BodyError, jsonText } from '../http/json-body.ts';

export const NOT_JSON = 'The Content-Type must be application/json.';

/**
 * Reads JSON, and GraphQL by itself. What a browser sends for any page without asking us first (forms, plain text) is
 * refused.
 */
export function readBodies(routes: FastifyInstance): void {
  const parse = routes.getDefaultJsonParser('ignore', 'ignore');
  routes.removeAllContentTypeParsers();
  const read = (types: string[], take: (request: FastifyRequest, text: string, done: Done) => void) =>
    routes.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body, done) => {
      try {
        take(request, jsonText(request.headers['content-type'], body as Buffer), done);
      } catch (error) {
        done(error as Error);
      }
    });
  read(['application/json', 'application/graphql+json'], parse);
  read(['application/graphql'], (_request, query, done) => done(null, { query }));
  routes.addContentTypeParser('*', (_request, _payload, done) => done(new BodyError(415, NOT_JSON)));
}

type Done = (error: Error | null, body?: unknown) => void;
